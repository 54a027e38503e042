-- What lake/curated/zipcodes must hold after a run of job.yaml, from the raw files alone. DuckDB, run in this folder.
SELECT
    zip_code,
    CAST(latitude AS DOUBLE) AS latitude,
    CAST(longitude AS DOUBLE) AS longitude,
    city,
    county,
    state
FROM read_csv('lake/raw/zipcodes/*.csv', header = true, all_varchar = true);

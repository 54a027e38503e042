-- What lake/curated/flights must hold after a run of job.yaml, from the raw files alone. DuckDB, run in this folder.
SELECT
    to_timestamp(epoch(strptime("date", '%Y/%m/%d %H:%M'))) AS departure,
    delay,
    destination,
    distance,
    origin
FROM read_json('lake/raw/flights/*.json', format = 'newline_delimited',
    columns = {date: 'VARCHAR', delay: 'INTEGER', distance: 'INTEGER', origin: 'VARCHAR', destination: 'VARCHAR'});

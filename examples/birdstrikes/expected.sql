-- What lake/curated/birdstrikes must hold after a run of job.yaml, from the raw files alone. DuckDB, run in this folder.
SELECT
    "Airport Name" AS airport_name,
    "Aircraft Make Model" AS aircraft_make_model,
    "Effect Amount of damage" AS effect_amount_of_damage,
    CAST("Flight Date" AS DATE) AS flight_date,
    "Aircraft Airline Operator" AS aircraft_airline_operator,
    "Origin State" AS origin_state,
    "Phase of flight" AS phase_of_flight,
    "Wildlife Size" AS wildlife_size,
    "Wildlife Species" AS wildlife_species,
    "Time of day" AS time_of_day,
    CAST("Cost Other" AS BIGINT) AS cost_other,
    CAST("Cost Repair" AS BIGINT) AS cost_repair,
    CAST("Cost Total $" AS BIGINT) AS cost_total,
    CAST("Speed IAS in knots" AS INTEGER) AS speed_ias_in_knots,
    CAST(year(CAST("Flight Date" AS DATE)) AS INTEGER) AS flight_year
FROM read_csv('lake/raw/birdstrikes/*/*.csv', header = true, all_varchar = true, hive_partitioning = true)
WHERE CAST(report_year AS INTEGER) BETWEEN 1991 AND 2001;

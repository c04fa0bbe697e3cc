-- SPDX-License-Identifier: Apache-2.0
-- One of each of Hive's ways to generate MapReduce jobs: aggregations, both kinds of joins, orders, windows, scripts, functions of
-- a session, tables of text, sequence files, ORC and Parquet, inserts into several at once, dynamic partitions, exports.
ADD JAR ${env:WORK}/backwards.jar;
SET hive.cli.print.header=false;
SET mapreduce.job.reduces=2;
CREATE TEMPORARY FUNCTION backwards AS 'org.example.hive.Backwards';
CREATE TABLE users (id STRING, country STRING, age INT) ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t' STORED AS TEXTFILE;
CREATE TABLE visits (id STRING, page STRING, t INT, cost DOUBLE) ROW FORMAT DELIMITED FIELDS TERMINATED BY '\t' STORED AS TEXTFILE;
LOAD DATA LOCAL INPATH '${env:WORK}/data/users' INTO TABLE users;
LOAD DATA LOCAL INPATH '${env:WORK}/data/visits' INTO TABLE visits;
SELECT COUNT(*), COUNT(DISTINCT country) FROM users;
SELECT country, COUNT(*), SUM(age) FROM users GROUP BY country ORDER BY country;
SET hive.auto.convert.join=false;
SELECT u.country, COUNT(*), SUM(v.t) FROM visits v JOIN users u ON v.id = u.id GROUP BY u.country ORDER BY u.country;
SET hive.auto.convert.join=true;
SELECT u.country, MAX(v.t) FROM visits v LEFT JOIN users u ON v.id = u.id GROUP BY u.country ORDER BY u.country;
CREATE TABLE pages STORED AS ORC AS SELECT page, COUNT(*) n, COUNT(DISTINCT id) ids FROM visits GROUP BY page;
SELECT * FROM pages ORDER BY n DESC, page LIMIT 10;
CREATE TABLE young (id STRING, age INT) PARTITIONED BY (country STRING) STORED AS PARQUET;
CREATE TABLE old (id STRING, age INT) STORED AS SEQUENCEFILE;
SET hive.exec.dynamic.partition.mode=nonstrict;
FROM users INSERT OVERWRITE TABLE young PARTITION (country) SELECT id, age, country WHERE age < 40 INSERT OVERWRITE TABLE old SELECT id, age WHERE age >= 40;
SELECT country, COUNT(*), SUM(age) FROM young GROUP BY country ORDER BY country;
SELECT COUNT(*), SUM(age) FROM old;
SELECT age, id, RANK() OVER (PARTITION BY age ORDER BY id) r FROM old WHERE age > 86 ORDER BY age, id LIMIT 20;
SELECT TRANSFORM (country, age) USING 'cut -f1' AS (c STRING) FROM users WHERE age = 20;
SELECT backwards(country), COUNT(*) FROM users GROUP BY backwards(country) ORDER BY 1;
INSERT OVERWRITE LOCAL DIRECTORY 'exported' SELECT id, t FROM visits DISTRIBUTE BY id SORT BY id, t;
SELECT COUNT(*) FROM (SELECT id FROM young UNION ALL SELECT id FROM old) both_of_them;

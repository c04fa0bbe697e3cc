// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

/**
 * The part of docs/compatibility.md about whole applications. The scripts in {@code
 * .ci/applications} run them, not this module's tests: change it along with them.
 */
final class Applications {
  static final String TEXT =
      """
      ## Applications

      Run by `.ci/applications/NAME` with Hadoop 3.5.0 on Java 17, once on Hadoop's `local` framework and once on Athanor: the same output. All but Mahout
      are started by `java -cp` with `mapreduce.framework.name=athanor` in `mapred-site.xml`, as their users do. Their artifacts are those of Maven Central.

      With `--yarn` (`hive`, `hbase`, `mahout`), Athanor's jobs run in containers of YARN, with the data in HDFS: the same output, too. On Hadoop 3.5.0, Hive
      needs `commons-collections` 3 among its `hive.aux.jars.path` there.

      application | what ran | not run, or to know
      ---|---|---
      Crunch 1.0.0 (`crunch`) | a pipeline of `MRPipeline`: inner join, counts, combined values, total order, two targets | its Avro types need an Avro older than Hadoop's
      Giraph 1.3.0-hadoop2 (`giraph`) | `SimpleShortestPathsComputation`, `SimplePageRankComputation` with its master; one worker that is master, and, on Athanor only, a master and three workers | workers wait for each other: `athanor.threads` must be one more than there are. Its own ZooKeeper and Log4j before Hadoop's
      HBase 2.6.1-hadoop3 (`hbase`) | against a standalone server: `importtsv` with puts, and with `importtsv.bulk.output` (`HFileOutputFormat2`) and `completebulkload`, `rowcounter`, `export`, `import`, `copytable`, `CellCounter`; our own [queries of meshes](applications.md#meshes-in-hbase) (`mesh`) | snapshots, `synctable`, `walplayer`, Kerberos
      Hive 4.0.1 (`hive`) | `hive.execution.engine=mr`, Hive's command line, a metastore in Derby: load, `GROUP BY`, `DISTINCT`, common and map joins, `ORDER BY`, `SORT BY`, windows, `UNION ALL`, `TRANSFORM`, a function by `ADD JAR`, tables as text, sequence files, ORC and Parquet, create as select, multi-insert with dynamic partitions, export | HiveServer2, ACID tables, statistics of columns
      Mahout 0.13.0 (`mahout`) | by `athanor run`: `SequenceFilesFromDirectory`, `SparseVectorsFromSequenceFiles`, `CanopyDriver`, `KMeansDriver`, `RecommenderJob` | the other programs
      Nutch 1.21 (`nutch`) | two rounds of `Injector`, `Generator`, `Fetcher` from a local web server, `ParseSegment`, `CrawlDb`; `LinkDb`, `DeduplicationJob`, `IndexingJob`, `CrawlDbReader`, `LinkDbReader` | Nutch's own plugins, which Maven Central has not; a plugin of the script's for protocol, parser, fields and index
      Pig 0.18.0 (`pig`) | groups, nested `DISTINCT` and `ORDER`, `ORDER BY`, `LIMIT`, inner, outer, replicated and skewed joins, `COGROUP`, `CUBE`, `SPLIT`, `UNION`, `RANK`, `STREAM`, `CROSS`, `BinStorage` | Tez

      """;

  private Applications() {}
}

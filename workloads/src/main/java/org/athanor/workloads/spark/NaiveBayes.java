// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.athanor.workloads.program.BayesModel;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.LabelledText;
import org.athanor.workloads.program.Results;
import scala.Tuple2;

/**
 * Naive Bayes, see {@link BayesModel}. The counts stay in memory until the driver has made the
 * model of them, which is broadcast.
 */
public final class NaiveBayes {
  private NaiveBayes() {}

  public static void main(String[] args) throws IOException {
    JobArguments arguments = JobArguments.parseOrExit(NaiveBayes.class, args);
    try (JavaSparkContext spark = Contexts.of(NaiveBayes.class)) {
      run(spark, arguments);
    }
  }

  static void run(JavaSparkContext spark, JobArguments arguments) throws IOException {
    int parts = arguments.parts(spark.defaultParallelism());
    Path output = new Path(arguments.output());
    output = output.getFileSystem(spark.hadoopConfiguration()).makeQualified(output);
    try (Results results =
        Results.of(spark.hadoopConfiguration(), List.of(output), NaiveBayes.class)) {
      String unfinished = results.unfinished(0).toString();
      JavaPairRDD<String, Long> counts =
          count(
                  documents(spark, arguments, BayesModel.TRAINING)
                      .mapPartitions(lines -> parsed(lines).flatMap(NaiveBayes::terms).iterator()),
                  parts)
              .persist(StorageLevel.MEMORY_AND_DISK());
      save(counts, BayesModel.in(unfinished, BayesModel.COUNTS));
      Broadcast<BayesModel> model = spark.broadcast(model(counts));
      counts.unpersist();
      save(
          count(
              documents(spark, arguments, BayesModel.TEST)
                  .mapPartitions(
                      lines ->
                          parsed(lines)
                              .map(document -> key(document, model.value().classify(document)))
                              .iterator()),
              parts),
          BayesModel.in(unfinished, BayesModel.CONFUSION));
      results.publish();
    }
  }

  private static JavaRDD<String> documents(
      JavaSparkContext spark, JobArguments arguments, String name) {
    return spark.textFile(BayesModel.in(arguments.input(), name));
  }

  /** Returns the documents of lines. The same object is reused for each. */
  private static Stream<LabelledText> parsed(Iterator<String> lines) {
    LabelledText document = new LabelledText();
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(lines, 0), false)
        .filter(document::parse)
        .map(line -> document);
  }

  /** Returns the label with each word, and with an empty one for the document. */
  private static Stream<String> terms(LabelledText document) {
    List<String> keys = new ArrayList<>();
    String label = key(document, new byte[0]);
    keys.add(label);
    while (document.nextWord()) {
      keys.add(label + document.word());
    }
    return keys.stream();
  }

  private static String key(LabelledText document, byte[] rest) {
    return new String(document.label(), StandardCharsets.UTF_8)
        + "\t"
        + new String(rest, StandardCharsets.UTF_8);
  }

  private static JavaPairRDD<String, Long> count(JavaRDD<String> keys, int parts) {
    return keys.mapToPair(key -> new Tuple2<>(key, 1L)).reduceByKey(Long::sum, parts);
  }

  private static void save(JavaPairRDD<String, Long> counts, String directory) {
    counts.map(count -> count._1() + "\t" + count._2()).saveAsTextFile(directory);
  }

  private static BayesModel model(JavaPairRDD<String, Long> counts) {
    BayesModel.Counts all = new BayesModel.Counts();
    counts.collect().forEach(count -> all.add(count._1(), count._2()));
    return all.model();
  }
}

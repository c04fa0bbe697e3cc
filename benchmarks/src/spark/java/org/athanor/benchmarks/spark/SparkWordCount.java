// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.StringTokenizer;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/** WordCount with Spark's RDDs, splitting lines as Hadoop's example does. */
public final class SparkWordCount {
  private SparkWordCount() {}

  /** Arguments: input, output, number of output files. */
  public static void main(String[] args) {
    SparkConf conf = new SparkConf().setAppName("wordcount");
    try (JavaSparkContext context = new JavaSparkContext(conf)) {
      context
          .textFile(args[0])
          .flatMap(SparkWordCount::words)
          .mapToPair(word -> new Tuple2<>(word, 1))
          .reduceByKey(Integer::sum, Integer.parseInt(args[2]))
          .map(count -> count._1() + "\t" + count._2())
          .saveAsTextFile(args[1]);
    }
  }

  private static Iterator<String> words(String line) {
    StringTokenizer tokens = new StringTokenizer(line);
    List<String> words = new ArrayList<>();
    while (tokens.hasMoreTokens()) {
      words.add(tokens.nextToken());
    }
    return words.iterator();
  }
}

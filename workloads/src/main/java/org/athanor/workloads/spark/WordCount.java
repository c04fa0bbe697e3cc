// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.StringTokenizer;
import org.apache.spark.api.java.JavaSparkContext;
import org.athanor.workloads.program.JobArguments;
import scala.Tuple2;

/** Counts the words of text, split as Hadoop's example splits it: {@code word<TAB>count}. */
public final class WordCount {

  private WordCount() {}

  public static void main(String[] args) {
    JobArguments arguments = JobArguments.parseOrExit(WordCount.class, args);
    try (JavaSparkContext spark = Contexts.of(WordCount.class)) {
      run(spark, arguments);
    }
  }

  static void run(JavaSparkContext spark, JobArguments arguments) {
    spark
        .textFile(arguments.input())
        .flatMap(WordCount::words)
        .mapToPair(word -> new Tuple2<>(word, 1L))
        .reduceByKey(Long::sum, arguments.parts(spark.defaultParallelism()))
        .map(count -> count._1() + "\t" + count._2())
        .saveAsTextFile(arguments.output());
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

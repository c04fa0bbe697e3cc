// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.api.java.JavaSparkContext;
import org.athanor.workloads.program.JobArguments;
import scala.Tuple2;

/**
 * Counts what a regular expression matches in text: {@code count<TAB>match} in one file, the most
 * frequent first.
 */
public final class Grep {

  private Grep() {}

  public static void main(String[] args) {
    JobArguments arguments = JobArguments.parseOrExit(Grep.class, args, JobArguments.Extra.PATTERN);
    try (JavaSparkContext spark = Contexts.of(Grep.class)) {
      run(spark, arguments);
    }
  }

  static void run(JavaSparkContext spark, JobArguments arguments) {
    Pattern pattern = arguments.pattern();
    spark
        .textFile(arguments.input())
        .flatMap(line -> matches(pattern, line))
        .mapToPair(match -> new Tuple2<>(match, 1L))
        .reduceByKey(Long::sum, arguments.parts(spark.defaultParallelism()))
        .mapToPair(Tuple2::swap)
        .sortByKey(false, 1)
        .map(count -> count._1() + "\t" + count._2())
        .saveAsTextFile(arguments.output());
  }

  private static Iterator<String> matches(Pattern pattern, String line) {
    Matcher matcher = pattern.matcher(line);
    List<String> matches = new ArrayList<>();
    while (matcher.find()) {
      matches.add(matcher.group());
    }
    return matches.iterator();
  }
}

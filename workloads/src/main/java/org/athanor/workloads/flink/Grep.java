// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.api.common.operators.Order;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.athanor.workloads.program.JobArguments;

/**
 * Counts what a regular expression matches in text: {@code count<TAB>match} in one file, the most
 * frequent first.
 */
public final class Grep {

  private Grep() {}

  public static void main(String[] args) throws Exception {
    run(
        Batch.environment(),
        JobArguments.parseOrExit(Grep.class, args, JobArguments.Extra.PATTERN));
  }

  static void run(StreamExecutionEnvironment flink, JobArguments arguments) throws Exception {
    Pattern pattern = arguments.pattern();
    DataStream<Tuple2<String, Long>> matches =
        HadoopSource.lines(flink, arguments.input())
            .<Tuple2<String, Long>>flatMap(
                (line, found) -> {
                  Matcher matcher = pattern.matcher(line);
                  while (matcher.find()) {
                    found.collect(Tuple2.of(matcher.group(), 1L));
                  }
                })
            .returns(Types.TUPLE(Types.STRING, Types.LONG));
    DataStream<Tuple2<Long, String>> sorted =
        Counts.of(matches, arguments.parts(flink.getParallelism()))
            .map(Tuple2::swap)
            .returns(Types.TUPLE(Types.LONG, Types.STRING))
            .setParallelism(1)
            .fullWindowPartition()
            .sortPartition("f0", Order.DESCENDING);
    HadoopSink.write(
        sorted,
        HadoopOutput.text(arguments.output(), Long.class, String.class),
        count -> count.f0,
        count -> count.f1,
        "Grep");
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.util.StringTokenizer;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import org.athanor.workloads.program.JobArguments;

/** Counts the words of text, split as Hadoop's example splits it: {@code word<TAB>count}. */
public final class WordCount {

  private WordCount() {}

  public static void main(String[] args) throws Exception {
    run(Batch.environment(), JobArguments.parseOrExit(WordCount.class, args));
  }

  static void run(StreamExecutionEnvironment flink, JobArguments arguments) throws Exception {
    DataStream<Tuple2<String, Long>> words =
        HadoopSource.lines(flink, arguments.input())
            .flatMap(WordCount::words)
            .returns(Types.TUPLE(Types.STRING, Types.LONG));
    DataStream<Tuple2<String, Long>> counts =
        Counts.of(words, arguments.parts(flink.getParallelism()));
    HadoopSink.write(
        counts,
        HadoopOutput.text(arguments.output(), String.class, Long.class),
        count -> count.f0,
        count -> count.f1,
        "WordCount");
  }

  private static void words(String line, Collector<Tuple2<String, Long>> words) {
    StringTokenizer tokens = new StringTokenizer(line);
    while (tokens.hasMoreTokens()) {
      words.collect(Tuple2.of(tokens.nextToken(), 1L));
    }
  }
}

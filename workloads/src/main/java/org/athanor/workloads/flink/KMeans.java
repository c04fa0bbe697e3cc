// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.athanor.workloads.program.Centroids;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.PointSum;
import org.athanor.workloads.program.Points;

/**
 * K-Means from given centroids, a fixed number of iterations: {@code index<TAB>c1,c2,…}. Each
 * iteration is a job, which takes its centroids with it and reads the points again.
 */
public final class KMeans {

  private KMeans() {}

  public static void main(String[] args) throws Exception {
    run(
        Batch.environment(),
        JobArguments.parseOrExit(KMeans.class, args, JobArguments.Extra.CENTROIDS));
  }

  static void run(StreamExecutionEnvironment flink, JobArguments arguments) throws Exception {
    HadoopOutput<Integer, String> output =
        HadoopOutput.text(arguments.output(), Integer.class, String.class);
    output.orAbort(() -> iterate(flink, arguments, output));
  }

  private static JobExecutionResult iterate(
      StreamExecutionEnvironment flink,
      JobArguments arguments,
      HadoopOutput<Integer, String> output)
      throws Exception {
    int parts = arguments.parts(flink.getParallelism());
    Centroids centroids = Centroids.read(new Configuration(), arguments.centroids());
    for (int i = 1; i < arguments.iterations(); i++) {
      Map<Integer, PointSum> members = new HashMap<>();
      ClusterSums.of(points(flink, arguments.input()), centroids, parts)
          .executeAndCollect("KMeans, iteration " + i, centroids.count())
          .forEach(sum -> members.put(sum.f0, new PointSum(sum.f1, sum.f2)));
      centroids = centroids.moved(members);
    }
    Centroids last = centroids;
    return HadoopSink.write(
        ClusterSums.of(points(flink, arguments.input()), last, parts),
        output,
        sum -> sum.f0,
        sum -> Points.format(sum.f2 == 0 ? last.get(sum.f0) : new PointSum(sum.f1, sum.f2).mean()),
        "KMeans, iteration " + arguments.iterations());
  }

  private static DataStream<double[]> points(StreamExecutionEnvironment flink, String input)
      throws IOException {
    return HadoopSource.read(
        flink,
        input,
        TextInputFormat::new,
        (LongWritable offset, Text line) -> Points.parse(line.getBytes(), line.getLength()),
        PrimitiveArrayTypeInfo.DOUBLE_PRIMITIVE_ARRAY_TYPE_INFO);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.athanor.workloads.program.Centroids;
import org.athanor.workloads.program.IterationCount;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.program.PointSum;
import org.athanor.workloads.program.Points;
import org.athanor.workloads.program.WorkDirectory;

/**
 * K-Means from given centroids: {@code index<TAB>c1,c2,…}, after a fixed number of iterations, or
 * when no centroid has moved by more than a tolerance. Each iteration is a job that contains its
 * centroids and reads the points again. If they converge before the last iteration, a further job
 * copies them to the output.
 */
public final class KMeans {

  private KMeans() {}

  public static void main(String[] args) throws Exception {
    run(
        Batch.environment(),
        JobArguments.parseOrExit(
            KMeans.class, args, JobArguments.Extra.CENTROIDS, JobArguments.Extra.TOLERANCE));
  }

  static void run(StreamExecutionEnvironment flink, JobArguments arguments) throws Exception {
    HadoopOutput<Integer, String> output = text(arguments.output());
    try (WorkDirectory work = WorkDirectory.of(new Configuration(), arguments, KMeans.class)) {
      int done = output.orAbort(() -> iterate(flink, arguments, output, work.path()));
      IterationCount.write(new Configuration(), new Path(arguments.output()), done);
    }
  }

  /** Returns the number of iterations. */
  private static int iterate(
      StreamExecutionEnvironment flink,
      JobArguments arguments,
      HadoopOutput<Integer, String> output,
      Path work)
      throws Exception {
    String centroids = arguments.centroids();
    for (int i = 1; i < arguments.iterations(); i++) {
      String next = new Path(work, "centroids-" + i).toString();
      move(flink, arguments, centroids, text(next), i);
      if (arguments.tolerance().isPresent()
          && largestMove(centroids, next) <= arguments.tolerance().getAsDouble()) {
        copy(flink, next, output);
        return i;
      }
      centroids = next;
    }
    move(flink, arguments, centroids, output, arguments.iterations());
    return arguments.iterations();
  }

  private static double largestMove(String before, String after) throws IOException {
    Configuration configuration = new Configuration();
    return Centroids.read(configuration, after).largestMove(Centroids.read(configuration, before));
  }

  private static void copy(
      StreamExecutionEnvironment flink, String centroids, HadoopOutput<Integer, String> output)
      throws Exception {
    HadoopSink.write(
        HadoopSource.lines(flink, centroids),
        output,
        line -> Integer.valueOf(line.substring(0, line.indexOf('\t'))),
        line -> line.substring(line.indexOf('\t') + 1),
        "KMeans, text");
  }

  /** Runs an iteration. A centroid without points does not move. */
  private static void move(
      StreamExecutionEnvironment flink,
      JobArguments arguments,
      String from,
      HadoopOutput<Integer, String> to,
      int iteration)
      throws Exception {
    Centroids centroids = Centroids.read(new Configuration(), from);
    HadoopSink.write(
        ClusterSums.of(
            points(flink, arguments.input()), centroids, arguments.parts(flink.getParallelism())),
        to,
        sum -> sum.f0,
        sum ->
            Points.format(
                sum.f2 == 0 ? centroids.get(sum.f0) : new PointSum(sum.f1, sum.f2).mean()),
        "KMeans, iteration " + iteration + " of " + arguments.iterations());
  }

  private static HadoopOutput<Integer, String> text(String uri)
      throws IOException, InterruptedException {
    return HadoopOutput.text(uri, Integer.class, String.class);
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

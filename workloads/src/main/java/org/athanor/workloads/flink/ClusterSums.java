// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.athanor.workloads.program.Centroids;
import org.athanor.workloads.program.PointSum;

/**
 * Adds up the points nearest to each centroid before the shuffle. Emits one record per centroid at
 * the end: index, sum of coordinates and number of points.
 */
final class ClusterSums extends AbstractStreamOperator<Tuple3<Integer, double[], Long>>
    implements OneInputStreamOperator<double[], Tuple3<Integer, double[], Long>>, BoundedOneInput {
  private static final long serialVersionUID = 1;
  private static final TypeInformation<Tuple3<Integer, double[], Long>> SUM =
      Types.TUPLE(Types.INT, PrimitiveArrayTypeInfo.DOUBLE_PRIMITIVE_ARRAY_TYPE_INFO, Types.LONG);

  private final Centroids centroids;
  private transient PointSum[] sums;

  private ClusterSums(Centroids centroids) {
    this.centroids = centroids;
  }

  /** Returns the sums of the points. */
  static SingleOutputStreamOperator<Tuple3<Integer, double[], Long>> of(
      DataStream<double[]> points, Centroids centroids, int parts) {
    return points
        .transform("sum", SUM, new ClusterSums(centroids))
        .setParallelism(points.getParallelism())
        .keyBy(sum -> sum.f0)
        .reduce(
            (one, other) -> {
              PointSum sum = new PointSum(one.f1, one.f2).add(new PointSum(other.f1, other.f2));
              return Tuple3.of(one.f0, sum.sum(), sum.count());
            })
        .setParallelism(parts);
  }

  @Override
  public void open() throws Exception {
    super.open();
    sums = centroids.noMembers();
  }

  @Override
  public void processElement(StreamRecord<double[]> element) {
    double[] point = element.getValue();
    sums[centroids.nearest(point)].add(point);
  }

  @Override
  public void endInput() {
    for (int i = 0; i < sums.length; i++) {
      output.collect(new StreamRecord<>(Tuple3.of(i, sums[i].sum(), sums[i].count())));
    }
  }
}

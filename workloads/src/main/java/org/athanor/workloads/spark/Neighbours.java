// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import org.athanor.workloads.program.EdgeLine;
import scala.Tuple2;

/** Collects the neighbours of a vertex. */
final class Neighbours implements Serializable {
  private static final long serialVersionUID = 1;
  private long[] ids = {};
  private int count;

  /**
   * Returns each vertex of a directed graph with the targets of its edges; a repeated edge repeats
   * its target. Cached in memory; what does not fit is on disk.
   */
  static JavaPairRDD<Long, long[]> outgoing(JavaRDD<String> edges, Partitioner partitioner) {
    return collect(edges.mapPartitionsToPair(Neighbours::directedEnds), partitioner)
        .mapValues(Neighbours::all)
        .persist(StorageLevel.MEMORY_AND_DISK());
  }

  /**
   * Returns each vertex of an undirected graph with its neighbours, each once. Cached like {@link
   * #outgoing}.
   */
  static JavaPairRDD<Long, long[]> undirected(JavaRDD<String> edges, Partitioner partitioner) {
    return collect(edges.mapPartitionsToPair(Neighbours::undirectedEnds), partitioner)
        .mapValues(Neighbours::distinct)
        .persist(StorageLevel.MEMORY_AND_DISK());
  }

  /**
   * Emits an edge, and its target with the neighbour null, because a target without out-edges is a
   * vertex too.
   */
  private static Iterator<Tuple2<Long, Long>> directedEnds(Iterator<String> lines) {
    return edges(lines)
        .flatMap(
            edge ->
                Stream.of(
                    new Tuple2<>(edge.source(), edge.target()),
                    new Tuple2<>(edge.target(), (Long) null)))
        .iterator();
  }

  private static Iterator<Tuple2<Long, Long>> undirectedEnds(Iterator<String> lines) {
    return edges(lines)
        .flatMap(
            edge ->
                Stream.of(
                    new Tuple2<>(edge.source(), edge.target()),
                    new Tuple2<>(edge.target(), edge.source())))
        .iterator();
  }

  /** Returns the edges of the lines. The same object is reused for every edge. */
  private static Stream<EdgeLine> edges(Iterator<String> lines) {
    EdgeLine edge = new EdgeLine();
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(lines, 0), false)
        .filter(edge::parse)
        .map(line -> edge);
  }

  private static JavaPairRDD<Long, Neighbours> collect(
      JavaPairRDD<Long, Long> pairs, Partitioner partitioner) {
    return pairs.combineByKey(
        neighbour -> new Neighbours().add(neighbour),
        Neighbours::add,
        Neighbours::addAll,
        partitioner);
  }

  private Neighbours add(Long neighbour) {
    if (neighbour != null) {
      reserve(count + 1);
      ids[count++] = neighbour;
    }
    return this;
  }

  private Neighbours addAll(Neighbours others) {
    reserve(count + others.count);
    System.arraycopy(others.ids, 0, ids, count, others.count);
    count += others.count;
    return this;
  }

  private void reserve(int length) {
    if (length > ids.length) {
      ids = Arrays.copyOf(ids, Math.max(length, ids.length + ids.length / 2));
    }
  }

  private long[] all() {
    return Arrays.copyOf(ids, count);
  }

  private long[] distinct() {
    return Arrays.stream(ids, 0, count).sorted().distinct().toArray();
  }
}

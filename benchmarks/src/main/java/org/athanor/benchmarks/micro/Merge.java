// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.micro;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.merge.IdleThreads;
import org.athanor.engine.merge.MergedPartition;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.run.Run;
import org.athanor.engine.sort.RecordArena;
import org.athanor.engine.sort.SortBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What does a record cost in the final merge, and how does it grow with the number of runs? */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class Merge {
  private static final int RECORDS = 1_200_000;

  @Param({"2", "30", "240"})
  public int runs;

  /** See {@link TeraRecords#order}. */
  @Param({"prefix", "comparator"})
  public String by;

  private KeyOrder order;
  private final List<Run> sorted = new ArrayList<>();

  @Setup(Level.Trial)
  public void makeRuns() throws IOException {
    order = TeraRecords.order(by);
    BufferPool pool = TeraRecords.poolFor(2 * RECORDS + runs * 10_000);
    SortBuffer buffer = new SortBuffer(new RecordArena(pool), RECORDS);
    for (int run = 0; run < runs; run++) {
      new TeraRecords(RECORDS / runs, run).fill(buffer, order);
      TeraRecords.sort(buffer, order);
      sorted.add(buffer.toRun(run, order, pool));
    }
  }

  @TearDown
  public void release() {
    sorted.forEach(Run::release);
  }

  /** Both partitions, one after the other, from memory. */
  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public long merge() throws IOException {
    long sum = 0;
    for (int partition = 0; partition < TeraRecords.PARTITIONS; partition++) {
      MergedPartition merged =
          new MergedPartition(
              sorted, partition, order, () -> new byte[TeraRecords.BUFFER_BYTES], IdleThreads.NONE);
      while (merged.next()) {
        sum += merged.data()[merged.keyOffset()] + merged.valueLength();
      }
    }
    return sum;
  }
}

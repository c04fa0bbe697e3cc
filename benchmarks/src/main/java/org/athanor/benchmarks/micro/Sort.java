// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.micro;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.sort.RecordArena;
import org.athanor.engine.sort.SortBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does sorting cost with a key prefix, and with a comparator that the engine does not know?
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class Sort {
  /** Number of records in a 32 MB split of TeraSort. */
  private static final int RECORDS = 300_000;

  /** See {@link TeraRecords#order}. */
  @Param({"prefix", "comparator"})
  public String by;

  private KeyOrder order;
  private SortBuffer buffer;

  @Setup
  public void fill() throws IOException {
    order = TeraRecords.order(by);
    buffer = new SortBuffer(new RecordArena(TeraRecords.poolFor(RECORDS)), RECORDS);
    new TeraRecords(RECORDS, 1).fill(buffer, order);
  }

  /** Sorting does not change the buffer's order of arrival, so it can be repeated. */
  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public SortBuffer sort() {
    TeraRecords.sort(buffer, order);
    return buffer;
  }
}

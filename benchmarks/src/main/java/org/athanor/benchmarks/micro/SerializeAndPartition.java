// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.micro;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.order.KeyOrder;
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
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What does a record cost from the mapper's emit to the arena? In ns per record. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class SerializeAndPartition {
  private static final int RECORDS = 300_000;

  private final KeyOrder order = TeraRecords.order("prefix");
  private TeraRecords records;
  private SortBuffer buffer;

  @Setup
  public void makeRecords() {
    records = new TeraRecords(RECORDS, 1);
    BufferPool pool = TeraRecords.poolFor(RECORDS);
    buffer = new SortBuffer(new RecordArena(pool), RECORDS);
  }

  @Setup(Level.Invocation)
  public void empty() {
    buffer.clear();
  }

  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public SortBuffer emit() throws IOException {
    records.fill(buffer, order);
    return buffer;
  }
}

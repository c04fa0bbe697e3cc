// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.mapreduce.JobID;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.Runs;
import org.athanor.engine.run.SpillFile;
import org.athanor.engine.testing.Loopback;
import org.athanor.engine.testing.RawRecord;
import org.athanor.engine.testing.Warnings;
import org.athanor.engine.transport.Transport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** An exchange as Worker 1, on a network in this process that the test's stubs are on, too. */
abstract class ExchangeFixture {
  static final JobID JOB = new JobID("session", 1);
  static final JobID OTHER_JOB = new JobID("session", 2);
  static final int PARTITIONS = 4;
  static final int BLOCK = Runs.BUFFER_BYTES;

  /** What a full block costs, a bit less than is planned for one. */
  static final long COST_OF_BLOCK = MessageCodec.costOfBlock(BLOCK);

  private static final int BUFFERS = 1000;

  @TempDir Path directory;
  final BufferPool pool = new BufferPool(BUFFERS, BLOCK);
  final Deliveries deliveries = new Deliveries();
  final List<Run> delivered = new ArrayList<>(); // that are to be released
  Loopback network;
  Exchange exchange;
  Transport transport;
  SpillFile spill;
  Warnings warnings;

  @BeforeEach
  void begin() {
    network = new Loopback(new Random(1));
    exchange =
        new Exchange(
            1,
            new ExchangeLimits(
                BLOCK, 0, Duration.ofMillis(1), Duration.ofMillis(20), Duration.ofMinutes(1)));
    transport = network.join(exchange::accepted);
    exchange.begin(transport, peer -> {});
    spill = new SpillFile(directory.resolve("spill"));
    warnings = Warnings.of("org.athanor.engine.exchange");
  }

  @AfterEach
  void end() throws IOException {
    exchange.close();
    transport.close();
    network.close();
    spill.close();
    warnings.close();
    delivered.forEach(Run::release);
    assertThat(pool.lent()).as("buffers in use at the end").isZero();
  }

  JobExchange open(JobID job) {
    return exchange.open(job, PARTITIONS, pool, spill, BlockCompression.none(), deliveries);
  }

  static BitSet set(int... members) {
    BitSet set = new BitSet();
    Arrays.stream(members).forEach(set::set);
    return set;
  }

  /** Makes a run of records of about some size, one in each of the partitions. */
  Run run(int map, int valueBytes, int... partitions) throws IOException {
    return Runs.write(map, records(valueBytes, partitions), PARTITIONS, pool, spill);
  }

  static List<RawRecord> records(int valueBytes, int... partitions) {
    return Arrays.stream(partitions)
        .mapToObj(p -> RawRecord.of(p, new byte[] {7}, new byte[valueBytes]))
        .toList();
  }

  void assertWarning(String regex) {
    assertThat(warnings.lines()).hasSize(1);
    assertThat(warnings.lines().get(0)).matches(regex);
  }
}

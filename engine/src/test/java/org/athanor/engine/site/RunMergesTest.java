// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.config.EngineSettings;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.Runs;
import org.athanor.engine.run.SpillFile;
import org.athanor.engine.task.JobFacts;
import org.athanor.engine.task.MapOutputStore;
import org.athanor.engine.task.RunMerge;
import org.athanor.engine.testing.RawRecord;
import org.athanor.engine.thread.Clock;
import org.athanor.engine.worker.Share;
import org.athanor.engine.worker.WorkArea;
import org.athanor.engine.worker.Worker;
import org.athanor.topology.affinity.AffinityLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Merges on engine threads whose code does not end. */
@Timeout(60)
class RunMergesTest {
  // Shared with the comparator, which is made from its class.
  private static CountDownLatch begun;
  private static CountDownLatch release;

  @TempDir Path directory;

  /** Waits at the second of two equal keys, whatever interrupts it. */
  public static final class WaitsAtEqualKeys extends BytesWritable.Comparator {
    @Override
    public int compare(byte[] a, int aFrom, int aLength, byte[] b, int bFrom, int bLength) {
      int order = super.compare(a, aFrom, aLength, b, bFrom, bLength);
      if (order == 0) {
        begun.countDown();
        while (release.getCount() > 0) {
          Thread.onSpinWait();
        }
      }
      return order;
    }
  }

  private static List<RawRecord> records(int... keys) {
    return List.of(
        RawRecord.of(0, key(keys[0]), new byte[Runs.BUFFER_BYTES - 200]),
        RawRecord.of(0, key(keys[1]), new byte[Runs.BUFFER_BYTES - 200]),
        RawRecord.of(0, key(keys[2]), new byte[1]));
  }

  private static byte[] key(int key) {
    return new byte[] {(byte) key};
  }

  @Test
  void anAbandonedMergeGivesTheMemoryOfItsRunBack() throws Exception {
    begun = new CountDownLatch(1);
    release = new CountDownLatch(1);
    EngineSettings settings = new EngineSettings(1, 8 << 20, Runs.BUFFER_BYTES, AffinityLevel.NONE);
    JobConf conf = new JobConf();
    conf.setMapOutputKeyClass(BytesWritable.class);
    conf.setOutputKeyComparatorClass(WaitsAtEqualKeys.class);
    BufferPool none = new BufferPool(0, Runs.BUFFER_BYTES);
    CountDownLatch over = new CountDownLatch(1);
    try (SpillFile spill = new SpillFile(directory.resolve("spill"));
        Worker worker = new Worker(settings)) {
      BufferPool pool = worker.retained();
      JobFacts job =
          new JobFacts(
              new SubmittedJob(
                  new JobID("test", 1),
                  new org.apache.hadoop.fs.Path("job"),
                  conf,
                  new Credentials(),
                  UserGroupInformation.getCurrentUser()),
              conf,
              "",
              new MapOutputStore(pool, spill),
              Clock.SYSTEM);
      JobMapOutputs outputs = new JobMapOutputs(2);
      outputs.add(
          List.of(
              Runs.write(0, records(1, 3, 9), 1, none, spill),
              Runs.write(1, records(2, 4, 9), 1, none, spill),
              Runs.write(2, records(5, 6, 7), 1, none, spill)));
      Share share = new Share(1, 1);
      RunMerges merges =
          new RunMerges(
              job,
              outputs,
              worker,
              share,
              (all, merge, runs) -> work -> mergeUntilItFails(merge, work, over),
              BitSet.valueOf(new long[] {1}));
      merges.start(true);
      begun.await();
      assertThat(pool.lent()).isPositive();

      merges.stop();
      merges.abandon();

      assertThat(merges.isIdle()).isTrue();
      assertThat(pool.lent()).isZero();
      release.countDown();
      over.await();
      assertThat(pool.lent()).isZero();
      outputs.release();
    }
  }

  private static void mergeUntilItFails(RunMerge merge, WorkArea work, CountDownLatch over) {
    Optional<Run> made = Optional.empty();
    try {
      made = Optional.of(merge.run(work, RunMergesTest.class.getClassLoader()));
    } catch (IOException e) {
      over.countDown();
    }
    assertThat(made).isEmpty();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.Slots;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.mapreduce.Scheduling;
import org.junit.jupiter.api.Test;

/**
 * The history of a small scenario does not change unnoticed. To renew the files, run the test with
 * {@code -Dathanor.test.renew=true}, and review the difference.
 */
class GoldenHistoryTest {
  private static final Path FILES = Path.of("src/test/resources/org/athanor/simulator/run");

  private static Scenario scenario() {
    Settings settings = new Settings();
    settings.replication = 2;
    settings.jobStart = 1;
    settings.jobEnd = 1;
    settings.taskStart = 1;
    settings.taskStartCore = 0.5;
    settings.slowstart = 0.25;
    settings.rackWait = 2;
    settings.anyWait = 3;
    settings.sortBytes = 20;
    settings.mergeBytes = 50;
    return new Scenario(
        ClusterSpec.ofEqual(Machines.node(Slots.containers(2), 20), 5, 2, 30),
        HdfsRules.stock(),
        settings.build(),
        new Scheduling.FairShare(),
        List.of(new FileSpec("/in", 1150, 100, 2), new FileSpec("/small", 300, 100, 2)),
        List.of(
            new JobSpec("sort", "default", 0, "/in", 0, 3, 1150, 1150, 1, 1),
            new JobSpec("grep", "default", 5, "/small", 0, 0, 0, 10, 2, 0),
            new JobSpec("make", "default", 9, "", 4, 1, 400, 250, 1, 0)),
        42,
        1e-12);
  }

  private static void compare(Scenario scenario, String name) throws IOException {
    History history = History.of(scenario);
    Invariants.check(scenario, history);
    if (Boolean.getBoolean("athanor.test.renew")) {
      Files.createDirectories(FILES);
      Files.write(FILES.resolve(name), history.lines());
    }
    assertThat(history.lines()).isEqualTo(Files.readAllLines(FILES.resolve(name)));
  }

  @Test
  void aHistoryIsAsItWas() throws IOException {
    compare(scenario(), "history.txt");
  }

  @Test
  void aHistoryWithAFailureIsAsItWas() throws IOException {
    Failures failures = new Failures(List.of(new NodeFailure(1, 40)), 10, 2);
    compare(scenario().with(failures), "history-with-failure.txt");
  }
}

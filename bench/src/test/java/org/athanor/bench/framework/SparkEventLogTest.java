// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Nodes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkEventLogTest {
  private static final String EVENT = "{\"Event\":\"SparkListenerJobStart\",\"Job ID\":";

  @TempDir Path directory;
  private final Mark mark = new Mark("events-" + ProcessHandle.current().pid());

  @AfterEach
  void endAll() throws Exception {
    Nodes.localhost().endAll(mark, Duration.ZERO);
  }

  @Test
  void usesNoLogsOfAnEarlierTrial() throws Exception {
    Site site = TestSites.local(mark, directory);
    Workspace workspace = Workspace.notCreated(site, "spark");
    EventFiles log = SparkEventLog.of(site, workspace);
    // find reports that the directory is missing, so nothing is known about logs in it.
    assertThatThrownBy(log::take)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("event logs of Spark: find: ");
    Path events = Files.createDirectories(workspace.events());
    Files.writeString(events.resolve("first"), EVENT + "0}\n");
    Files.writeString(events.resolve("second"), EVENT + "1}\n");
    assertThatThrownBy(log::take)
        .isInstanceOf(IOException.class)
        .hasMessage("event logs of Spark: those of an earlier trial were among them");
    assertThat(events).isEmptyDirectory();
    Files.writeString(events.resolve("third"), EVENT + "2}\n");
    assertThat(log.read()).isEqualTo("job\n");
    assertThat(events).isNotEmptyDirectory();
    assertThat(log.take()).isEqualTo("job\n");
    assertThat(events).isEmptyDirectory();
  }
}

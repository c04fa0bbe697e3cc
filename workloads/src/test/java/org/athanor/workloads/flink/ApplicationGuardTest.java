// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.junit.jupiter.api.Test;

class ApplicationGuardTest {
  private static final ApplicationId ID = ApplicationId.newInstance(1, 1);

  private final List<ApplicationId> killed = Collections.synchronizedList(new ArrayList<>());
  private final List<String> said = Collections.synchronizedList(new ArrayList<>());

  private ApplicationGuard install() {
    return ApplicationGuard.install(killed::add, said::add);
  }

  @Test
  void killsAnApplicationWhoseClientFails() {
    assertThatThrownBy(
            () -> {
              try (ApplicationGuard guard = install()) {
                guard.deployed(ID);
                throw new IOException("no answer");
              }
            })
        .hasMessage("no answer");

    assertThat(killed).containsExactly(ID);
    assertThat(said).containsExactly(ID + ": killed");
  }

  @Test
  void leavesAnApplicationThatHasEnded() {
    try (ApplicationGuard guard = install()) {
      guard.deployed(ID);
      guard.ended();
      guard.atShutdown();
    }

    assertThat(killed).isEmpty();
  }

  @Test
  void leavesWhatWasNotDeployed() {
    ApplicationGuard guard = install();
    guard.close();
    guard.atShutdown();

    assertThat(killed).isEmpty();
    assertThat(said).isEmpty();
  }

  /** The deployment may be ready just when the process is ended, before its id is known. */
  @Test
  void killsAnApplicationThatIsDeployedWhileTheProcessEnds() throws Exception {
    try (ApplicationGuard guard = install()) {
      Thread shutdown = new Thread(guard::atShutdown, "shutdown");
      shutdown.start();
      guard.deployed(ID);
      shutdown.join();

      assertThat(killed).containsExactly(ID);
    }
    assertThat(killed).as("and only once").containsExactly(ID);
  }

  @Test
  void saysThatAKillFailed() {
    ApplicationGuard guard =
        ApplicationGuard.install(
            id -> {
              throw new IOException("no disk");
            },
            said::add);
    guard.deployed(ID);
    guard.close();

    assertThat(said).containsExactly(ID + ": could not be killed: java.io.IOException: no disk");
  }
}

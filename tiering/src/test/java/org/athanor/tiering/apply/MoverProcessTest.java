// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hdfs.server.balancer.ExitStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs programs that end as Hadoop's mover does. */
class MoverProcessTest {
  private static MoverProcess ending(String said, int code) {
    return MoverProcess.of("sh", "-c", "echo '" + said + "'; exit " + (code & 0xff));
  }

  @ParameterizedTest
  @EnumSource(names = {"SUCCESS", "NO_MOVE_BLOCK", "NO_MOVE_PROGRESS"})
  void whatCannotBeMovedIsNoFailure(ExitStatus status) {
    assertThatCode(() -> ending("it ends", status.getExitCode()).run(List.of("/f")))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "IO_EXCEPTION | it could not reach the NameNode or a DataNode, or may not do this",
        "ILLEGAL_ARGUMENTS | it does not understand its settings",
        "INTERRUPTED | it was interrupted",
        "UNFINALIZED_UPGRADE | an upgrade of HDFS is not finalised",
        "ALREADY_RUNNING | exit code 255"
      })
  void aFailureHasAReason(ExitStatus status, String reason) {
    assertThatThrownBy(() -> ending("why", status.getExitCode()).run(List.of("/f")))
        .isInstanceOf(IOException.class)
        .hasMessage("hdfs mover failed: " + reason + ": why");
  }

  @Test
  void theClaimOfAMoverThatHasDiedIsThatOfAnother() {
    String said = "RemoteException: Failed to CREATE_FILE /system/mover.id\n\tat x\n.  Exiting ...";
    assertThatThrownBy(() -> ending(said, -4).run(List.of("/f")))
        .hasMessageStartingWith("another mover is running in this cluster, or has died");
  }

  @Test
  void theSecondRoundOfHadoop350IsNoFailure() {
    String said =
        "org.apache.hadoop.metrics2.MetricsException: Metrics source Mover-b already exists!";
    assertThatCode(() -> ending(said, -1).run(List.of("/f"))).doesNotThrowAnyException();
  }

  @Test
  void itLogsInToKerberosAsItWasTold() {
    MoverProcess mover =
        MoverProcess.of("sh", "-c", "echo as $KRB5PRINCIPAL by $KRB5KEYTAB; exit 252")
            .as("hdfs/nn1@EXAMPLE.COM", Path.of("/etc/hdfs.keytab"));
    assertThatThrownBy(() -> mover.run(List.of("/f")))
        .hasMessageEndingWith(": as hdfs/nn1@EXAMPLE.COM by /etc/hdfs.keytab");
  }
}

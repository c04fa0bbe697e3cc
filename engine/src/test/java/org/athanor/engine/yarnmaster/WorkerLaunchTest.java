// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.io.DataInputByteBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.yarn.api.records.ApplicationAccessType;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;
import org.athanor.engine.affinity.Seat;
import org.athanor.engine.yarn.SessionFiles;
import org.athanor.engine.yarn.SessionSecret;
import org.athanor.engine.yarn.WorkerSize;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("short")
class WorkerLaunchTest {
  @TempDir Path directory;
  private final JobConf conf = new JobConf();
  private final Credentials credentials = new Credentials();

  private ContainerLaunchContext launch() throws Exception {
    Files.writeString(directory.resolve("session.xml"), "<configuration/>");
    ContainerEnvironment master =
        new ContainerEnvironment(
            ContainerId.fromString("container_1700000000000_0001_01_000001"),
            "node0",
            8041,
            8042,
            directory,
            UserGroupInformation.getCurrentUser(),
            credentials,
            conf);
    return new WorkerLaunch(
            master,
            new SessionFiles(new org.apache.hadoop.fs.Path(directory.toUri()), conf),
            new WorkerSize(2, 2000, 2, 2),
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 1234))
        .of(7, new Seat(1, 2));
  }

  @Test
  void startsAWorkerThatKnowsItsNumberAndItsMaster() throws Exception {
    conf.set("athanor.yarn.worker.java.options", "-ea");
    assertThat(launch().getCommands())
        .singleElement()
        .asString()
        .contains(" -Xmx1600m ")
        .contains(
            " -ea org.athanor.engine.yarnmaster.WorkerContainer 7 127.0.0.1:1234 1/2 1><LOG_DIR>/stdout");
  }

  @Test
  void hasTheEnvironmentOfMapsAndReduces() throws Exception {
    conf.set("mapreduce.map.env", "JAVA_HOME=/java,A=map");
    conf.set("mapreduce.reduce.env", "B=reduce");
    assertThat(launch().getEnvironment())
        .containsEntry("JAVA_HOME", "/java")
        .containsEntry("A", "map")
        .containsEntry("B", "reduce");
  }

  @Test
  void thoseWhoMaySeeTheFirstJobMaySeeItsLogs() throws Exception {
    conf.set("mapreduce.job.acl-view-job", "bob staff");
    assertThat(launch().getApplicationACLs())
        .containsEntry(ApplicationAccessType.VIEW_APP, "bob staff")
        .containsEntry(ApplicationAccessType.MODIFY_APP, " ");
  }

  @Test
  void hasNotTheRightsOfTheMaster() throws Exception {
    credentials.addToken(
        new Text("rm"),
        new Token<>(new byte[1], new byte[1], AMRMTokenIdentifier.KIND_NAME, new Text("rm")));
    credentials.addToken(
        new Text("session"),
        new Token<>(new byte[1], new byte[1], SessionSecret.KIND, new Text("session")));
    credentials.addSecretKey(new Text("key"), new byte[] {1});
    Credentials passed = new Credentials();
    DataInputByteBuffer in = new DataInputByteBuffer();
    ByteBuffer tokens = launch().getTokens();
    tokens.rewind();
    in.reset(tokens);
    passed.readTokenStorageStream(in);
    assertThat(passed.getAllTokens())
        .extracting(Token::getKind)
        .containsExactly(SessionSecret.KIND);
    assertThat(passed.getSecretKey(new Text("key"))).containsExactly(1);
  }
}

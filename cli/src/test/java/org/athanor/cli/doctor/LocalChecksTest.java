// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks of this machine, and of a local directory in place of a cluster's file system. */
class LocalChecksTest {
  @TempDir private Path directory;

  private final JobConf conf = new JobConf();
  private String user;

  @BeforeEach
  void prepare() throws IOException {
    user = UserGroupInformation.getCurrentUser().getShortUserName();
    conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
    conf.set("yarn.app.mapreduce.am.staging-dir", directory.resolve("staging").toUri().toString());
  }

  private Target target() {
    return new Target(Optional.empty(), conf);
  }

  private Map<String, String> findings(List<Check> checks) throws InterruptedException {
    Map<String, String> lines = new LinkedHashMap<>();
    Finding.Level unused =
        new Examination(Duration.ofMinutes(1))
            .run(
                checks,
                result ->
                    lines.put(
                        result.subject(),
                        result.finding().level() + " " + result.finding().line()));
    return lines;
  }

  private Map<String, String> storage() throws InterruptedException {
    return findings(new StorageChecks(target()).all());
  }

  private Map<String, String> installation() throws InterruptedException {
    return findings(new InstallationChecks(target()).all());
  }

  @Test
  void needsAJavaThatTheEngineRunsOn() {
    assertThat(InstallationChecks.java(11).level()).isEqualTo(Finding.Level.PROBLEM);
    assertThat(InstallationChecks.java(17).level()).isEqualTo(Finding.Level.OK);
  }

  @Test
  void warnsOfAHadoopThatIsNotTested() {
    assertThat(InstallationChecks.hadoop("3.5.0").level()).isEqualTo(Finding.Level.OK);
    assertThat(InstallationChecks.hadoop("2.10.2").line())
        .isEqualTo("2.10.2; Athanor is tested with 3.3.6, 3.4.2, 3.5.0 only");
  }

  @Test
  void saysWhichDeploymentAJobUsesAndWhy() throws InterruptedException {
    conf.set("athanor.deploy", "embedded");
    assertThat(installation())
        .containsEntry("deployment", "OK jobs run in the client's JVM: athanor.deploy=embedded");

    conf.set("athanor.deploy", "yarn");
    assertThat(installation())
        .containsEntry("deployment", "OK jobs run on YARN: athanor.deploy=yarn");

    conf.set("athanor.deploy", "auto");
    assertThat(installation().get("deployment"))
        .startsWith(
            "OK jobs run in the client's JVM: athanor.deploy=auto: the configuration names no"
                + " ResourceManager, and fs.defaultFS=file:/");

    conf.set("yarn.resourcemanager.hostname", "rm");
    conf.set("fs.defaultFS", "hdfs://nn");
    assertThat(installation())
        .containsEntry(
            "deployment",
            "OK jobs run on YARN: athanor.deploy=auto: the configuration names a ResourceManager"
                + " (yarn.resourcemanager.hostname), and fs.defaultFS=hdfs://nn");

    conf.set("athanor.deploy", "embedded");
    assertThat(installation())
        .containsEntry(
            "deployment",
            "OK jobs run in the client's JVM: athanor.deploy=embedded; athanor.deploy=yarn would"
                + " run them on the cluster");
  }

  @Test
  void namesSettingsThatAreNotAllowed() throws InterruptedException {
    conf.set("athanor.deploy", "cloud", "yarn-site.xml");
    assertThat(installation())
        .containsEntry(
            "settings",
            "PROBLEM athanor.deploy=cloud: must be auto, embedded or yarn (set in yarn-site.xml);"
                + " correct the setting");

    conf.set("athanor.deploy", "yarn");
    conf.set("athanor.yarn.worker.memory", "5m", "yarn-site.xml");
    assertThat(installation().get("settings"))
        .startsWith("PROBLEM athanor.yarn.worker.memory=5m: ");

    conf.unset("athanor.yarn.worker.memory");
    conf.set("athanor.yarn.wokers", "2");
    assertThat(installation().get("settings"))
        .startsWith(
            "PROBLEM athanor.yarn.wokers=2: no such key; the nearest is athanor.yarn.workers");
  }

  @Test
  void showsTheSettingsThatAreSet() throws InterruptedException {
    assertThat(installation()).containsEntry("settings", "OK none of Athanor's keys is set");

    conf.set("athanor.deploy", "yarn", "yarn-site.xml");
    assertThat(installation()).containsEntry("settings", "OK athanor.deploy=yarn (yarn-site.xml)");
  }

  @Test
  void findsTheEngine() throws InterruptedException {
    assertThat(installation().get("engine")).startsWith("OK ").contains("jna-");
  }

  @Test
  void looksAtTheRoomOfLocalDisks() throws IOException {
    conf.set("mapreduce.cluster.local.dir", directory.resolve("a/b").toString());
    conf.set("athanor.deploy", "embedded");

    assertThat(new DiskCheck(target(), place -> 2_000_000_000L).now().line())
        .endsWith(", " + directory + "/a/b has 2.0 GB free");
    assertThat(new DiskCheck(target(), place -> 500_000_000L).now().level())
        .isEqualTo(Finding.Level.WARNING);
    Finding full =
        new DiskCheck(target(), place -> place.equals(directory) ? 1_000_000L : 2_000_000_000L)
            .now();
    assertThat(full.level()).isEqualTo(Finding.Level.PROBLEM);
    assertThat(full.remedy())
        .isEqualTo("make room, or set mapreduce.cluster.local.dir to another disk");
  }

  @Test
  void writesToTheStagingDirectoryAndLeavesNothingBehind() throws Exception {
    conf.set("athanor.deploy", "yarn");
    Path staging = directory.resolve("staging");

    assertThat(storage())
        .containsEntry("staging", "OK file:" + staging + "/" + user + "/.staging can be written");
    assertThat(directory).isEmptyDirectory();

    Path own = Files.createDirectories(staging.resolve(user).resolve(".staging"));
    Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(storage().get("staging"))
        .startsWith("WARNING file:" + own + " has the mode rwxr-xr-x; ");

    Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwx------"));
    assertThat(storage().get("staging")).startsWith("OK ");
    assertThat(own).isEmptyDirectory();
  }

  @Test
  void doesNotLookAtStagingIfTheFileSystemCannotBeReached() throws Exception {
    conf.set("athanor.deploy", "yarn");
    try (ServerSocket closed = new ServerSocket(0)) {
      conf.set("fs.defaultFS", "hdfs://localhost:" + closed.getLocalPort());
    }

    Map<String, String> findings = storage();

    assertThat(findings.get("file system"))
        .startsWith("PROBLEM ")
        .endsWith("; start it, or correct fs.defaultFS");
    assertThat(findings).containsEntry("staging", "SKIPPED the file system was not reached");
  }

  @Test
  void warnsIfNodesDoNotShareAFileSystem() throws InterruptedException {
    conf.set("athanor.deploy", "yarn");

    assertThat(storage())
        .containsEntry(
            "file system",
            "WARNING file:///: each node has its own; set fs.defaultFS to a file system that all"
                + " nodes share");
  }

  @Test
  void saysWhereHistoriesGo() throws Exception {
    assertThat(storage())
        .containsEntry("history", "OK histories go to " + directory + "/tmp/athanor/history");

    conf.set("athanor.deploy", "yarn");
    assertThat(storage().get("history"))
        .startsWith("WARNING histories go to " + directory + "/tmp/athanor/history on the node of");

    Path done = directory.resolve("done");
    conf.set("mapreduce.jobhistory.intermediate-done-dir", done.toUri().toString());
    assertThat(storage().get("history"))
        .startsWith("WARNING " + done.toUri().toString().replace("///", "/") + " does not exist; ");

    Files.createDirectory(done);
    try (ServerSocket server = new ServerSocket(0)) {
      conf.set("mapreduce.jobhistory.address", "localhost:" + server.getLocalPort());
      assertThat(storage().get("history")).endsWith("done, and the history server answers");
    }
    assertThat(storage().get("history"))
        .startsWith("WARNING ")
        .contains(" does not answer; start it, or correct mapreduce.jobhistory.address");

    conf.set("athanor.history.enabled", "false");
    assertThat(storage())
        .containsEntry("history", "OK no job writes a history: athanor.history.enabled=false");
  }

  @Test
  void asksAClusterOnlyIfJobsRunThere() {
    conf.set("athanor.deploy", "embedded");
    assertThat(Doctor.checks(target(), FakeCluster::new))
        .extracting(Check::subject)
        .doesNotContain("ResourceManager", "staging", "queue");

    conf.set("athanor.deploy", "yarn");
    assertThat(Doctor.checks(target(), FakeCluster::new))
        .extracting(Check::subject)
        .contains("ResourceManager", "staging", "queue");
  }

  @Test
  void looksForTheEngineOfContainers() throws IOException {
    Path jars = directory.resolve("jars");
    assertThat(new EngineDirectoryCheck(target()).now().level()).isEqualTo(Finding.Level.OK);

    conf.set("athanor.yarn.engine", jars.toString());
    assertThat(new EngineDirectoryCheck(target()).now().text()).isEqualTo(jars + " does not exist");

    Files.createDirectory(jars);
    assertThat(new EngineDirectoryCheck(target()).now().text()).isEqualTo(jars + " has no jars");

    Files.writeString(jars.resolve("engine.jar"), "");
    assertThat(new EngineDirectoryCheck(target()).now().text()).isEqualTo(jars + ", 1 jars");
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.JobSubmissionFiles;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagingAreaTest {
  @TempDir Path work;
  private final JobConf conf = new JobConf();

  @Test
  void isLocalEvenIfTheDefaultFileSystemIsNot() throws Exception {
    conf.set("fs.defaultFS", "hdfs://nowhere:1");
    conf.set("mapreduce.jobtracker.staging.root.dir", work.resolve("s").toString());
    StagingArea area = new StagingArea(conf);
    assertThat(area.directory().toString())
        .startsWith("file:" + work.resolve("s") + "/athanor-staging-");
    assertThat(area.systemDirectory().getFileSystem(conf).getUri()).hasScheme("file");
  }

  @Test
  void isBelowHadoopsTemporaryDirectoryByDefault() throws Exception {
    conf.set("hadoop.tmp.dir", work.toString());
    assertThat(new StagingArea(conf).directory().toString())
        .startsWith("file:" + work + "/athanor-staging-");
  }

  @Test
  void usesYarnsSettingOnlyIfItHasAScheme() throws Exception {
    conf.set("hadoop.tmp.dir", work.resolve("tmp").toString());
    conf.set("yarn.app.mapreduce.am.staging-dir", work.resolve("y").toUri().toString());
    assertThat(new StagingArea(conf).directory().toUri().getPath())
        .startsWith(work.resolve("y").toString());
    conf.set("yarn.app.mapreduce.am.staging-dir", "/user");
    assertThat(new StagingArea(conf).directory().toUri().getPath()).doesNotStartWith("/user");
  }

  @Test
  void isTheSameForAllSubmissionsOfAUserInThisProcess() throws Exception {
    conf.set("hadoop.tmp.dir", work.toString());
    assertThat(new StagingArea(conf).directory()).isEqualTo(new StagingArea(conf).directory());
  }

  @Test
  void isPrivateToItsUser() throws Exception {
    conf.set("hadoop.tmp.dir", work.toString());
    Path directory = Path.of(new StagingArea(conf).directory().toUri().getPath());
    for (Path path : new Path[] {directory, directory.getParent()}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
          .isEqualTo("rwx------");
    }
  }

  @Test
  void isMadeAgainIfACleanerOfTemporaryFilesDeletedIt() throws Exception {
    conf.set("hadoop.tmp.dir", work.toString());
    Path first = Path.of(new StagingArea(conf).directory().toUri().getPath());
    assertThat(FileUtil.fullyDelete(first.getParent().toFile())).isTrue();
    Path second = Path.of(new StagingArea(conf).directory().toUri().getPath());
    assertThat(second).exists().isNotEqualTo(first);
  }

  @Test
  void namesTheKeyToSetIfItCannotBeMade() throws Exception {
    Path file = Files.writeString(work.resolve("file"), "");
    conf.set("hadoop.tmp.dir", file.toString());
    StagingArea area = new StagingArea(conf);
    assertThatIOException()
        .isThrownBy(area::directory)
        .withMessageStartingWith("no directory can be made in " + file + ": ")
        .withMessageContaining("; set hadoop.tmp.dir to a directory that ");
  }

  /** As distcp, archives and Hive do: with a configuration that was not given to a client. */
  @Test
  void pathsThatClientsGetAreAcceptedByTheirFileSystem() throws Exception {
    conf.set("mapreduce.framework.name", AthanorClientProtocolProvider.FRAMEWORK);
    conf.set("hadoop.tmp.dir", work.toString());
    Cluster cluster = new Cluster(conf);
    Configuration other = new Configuration();
    for (org.apache.hadoop.fs.Path path :
        new org.apache.hadoop.fs.Path[] {cluster.getStagingAreaDir(), cluster.getSystemDir()}) {
      assertThat(FileSystem.get(conf).makeQualified(path)).isEqualTo(path);
      assertThat(FileSystem.get(other).exists(new org.apache.hadoop.fs.Path(path, "none")))
          .isFalse();
      assertThat(path.getFileSystem(other).getUri()).hasScheme("file");
    }
  }

  /** As with HADOOP_USER_NAME; Hadoop's submitter checks the owner of a directory that exists. */
  @Test
  void servesUsersWhoseNameDiffersFromThatOfTheFilesOwner() throws Exception {
    conf.set("mapreduce.framework.name", AthanorClientProtocolProvider.FRAMEWORK);
    conf.set("hadoop.tmp.dir", work.toString());
    UserGroupInformation alice = UserGroupInformation.createRemoteUser("alice-of-the-test");
    for (int job = 0; job < 2; job++) {
      org.apache.hadoop.fs.Path directory =
          alice.doAs(
              (java.security.PrivilegedExceptionAction<org.apache.hadoop.fs.Path>)
                  () -> JobSubmissionFiles.getStagingDir(new Cluster(conf), conf, alice));
      assertThat(Path.of(directory.toUri().getPath())).isDirectory();
    }
  }
}

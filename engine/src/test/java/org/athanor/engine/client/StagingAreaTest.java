// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapred.JobConf;
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
    assertThat(area.directory().toString()).startsWith("athanor-staging:" + work.resolve("s"));
    assertThat(area.systemDirectory().getFileSystem(conf).getUri()).hasScheme("file");
  }

  @Test
  void isBelowHadoopsTemporaryDirectoryByDefault() throws Exception {
    conf.set("hadoop.tmp.dir", work.toString());
    assertThat(new StagingArea(conf).directory().toString())
        .startsWith("athanor-staging:" + work + "/athanor/staging/");
  }

  @Test
  void followsYarnsSettingIfThatNamesItsFileSystem() throws Exception {
    conf.set("yarn.app.mapreduce.am.staging-dir", work.resolve("y").toUri().toString());
    assertThat(new StagingArea(conf).directory().toUri().getPath())
        .startsWith(work.resolve("y").toString());
    conf.set("yarn.app.mapreduce.am.staging-dir", "/user");
    assertThat(new StagingArea(conf).directory().toUri().getPath()).doesNotStartWith("/user");
  }

  @Test
  void isTheSameForAllSubmissionsOfAUserInThisProcess() throws Exception {
    assertThat(new StagingArea(conf).directory()).isEqualTo(new StagingArea(conf).directory());
  }

  @Test
  void permissionsAndOwnersAreThoseOfTheFilesThemselves() throws Exception {
    conf.set("hadoop.tmp.dir", work.toString());
    Path local = work.resolve("file");
    org.apache.hadoop.fs.Path path = StagingFileSystem.forSubmitters(hadoop(local));
    new StagingArea(conf);
    FileSystem fs = path.getFileSystem(conf);
    fs.create(path).close();
    assertThat(FileSystem.getGlobalStorageStatistics().get(StagingFileSystem.SCHEME)).isNull();
    fs.setPermission(path, new FsPermission((short) 0751));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(local)))
        .isEqualTo("rwxr-x--x");
    assertThat(fs.getFileStatus(path).getPermission()).isEqualTo(new FsPermission((short) 0751));
    assertThat(fs.getFileStatus(path).getOwner()).isEqualTo(Files.getOwner(local).getName());
    assertThat(fs.getFileStatus(path).getPath()).isEqualTo(hadoop(local));
    assertThat(fs.getFileStatus(hadoop(local)).getModificationTime())
        .isEqualTo(Files.getLastModifiedTime(local).toMillis());
  }

  private static org.apache.hadoop.fs.Path hadoop(Path path) {
    return new org.apache.hadoop.fs.Path(path.toUri());
  }
}

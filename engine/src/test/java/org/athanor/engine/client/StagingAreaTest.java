// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
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
    assertThat(area.directory().toString()).startsWith("file:" + work.resolve("s"));
    assertThat(area.systemDirectory().toUri()).hasScheme("file");
  }

  @Test
  void isBelowHadoopsTemporaryDirectoryByDefault() throws Exception {
    conf.set("hadoop.tmp.dir", work.toString());
    assertThat(new StagingArea(conf).directory().toString())
        .startsWith("file:" + work + "/athanor/staging/");
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
}

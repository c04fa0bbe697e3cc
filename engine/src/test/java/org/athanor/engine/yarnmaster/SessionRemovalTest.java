// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.athanor.engine.yarn.SessionFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("short")
class SessionRemovalTest {
  @TempDir private Path directory;
  private Path session;
  private SessionRemoval removal;

  @BeforeEach
  void makeSession() throws Exception {
    session = Files.createDirectories(directory.resolve("session"));
    Files.createFile(session.resolve("session.xml"));
    Configuration conf = new Configuration();
    conf.setInt(MRJobConfig.MR_AM_MAX_ATTEMPTS, 1);
    removal =
        new SessionRemoval(new SessionFiles(new org.apache.hadoop.fs.Path(session.toUri()), conf));
  }

  @Test
  void leavesTheFilesToTheNextMasterEvenIfYarnShouldStartNone() {
    removal.processEnds();
    assertThat(session.resolve("session.xml")).exists();
  }

  @Test
  void deletesTheFilesOnceTheSessionHasEnded() {
    removal.sessionEnded();
    assertThat(session).doesNotExist();
    removal.processEnds();
  }

  @Test
  void triesAgainWhenTheProcessEndsMeanwhile() throws Exception {
    removal.sessionEnded();
    Files.createDirectories(session);
    removal.processEnds();
    assertThat(session).doesNotExist();
  }
}

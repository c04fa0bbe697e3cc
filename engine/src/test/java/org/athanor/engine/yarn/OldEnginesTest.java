// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("short")
class OldEnginesTest {
  private static final long NOW = 1_700_000_000_000L;

  @TempDir Path staging;
  private FileSystem fs;
  private Path jars;

  @BeforeEach
  void connect() throws IOException {
    fs = FileSystem.getLocal(new Configuration(false)).getRaw();
    jars = Files.createDirectory(staging.resolve("athanor-engine"));
  }

  /** Makes a file that was written and read so many days ago. */
  private Path file(String name, int written, int read) throws IOException {
    Path file = Files.writeString(jars.resolve(name), "jar");
    FileTime modified = FileTime.fromMillis(NOW - TimeUnit.DAYS.toMillis(written));
    FileTime accessed = FileTime.fromMillis(NOW - TimeUnit.DAYS.toMillis(read));
    Files.getFileAttributeView(file, BasicFileAttributeView.class)
        .setTimes(modified, accessed, modified);
    return file;
  }

  private Path session(int number, Path... engine) throws IOException {
    Path directory = staging.resolve("athanor-application_1_000" + number);
    Configuration conf = new Configuration(false);
    ContainerLaunch.setEngine(
        conf,
        List.of(engine).stream()
            .map(jar -> new org.apache.hadoop.fs.Path("hdfs://alias/" + jar.getFileName()))
            .map(jar -> new org.apache.hadoop.fs.FileStatus(1, false, 1, 1, 1, jar))
            .toList());
    new SessionFiles(new org.apache.hadoop.fs.Path(directory.toUri()), conf).create(conf);
    return directory;
  }

  private void delete() throws IOException {
    new OldEngines(fs, new org.apache.hadoop.fs.Path(jars.toString())).delete(NOW);
  }

  @Test
  void deletesWhatNobodyHasUsedForAWeek() throws Exception {
    Path old = file("engine-1-a.jar", 8, 8);
    Path unfinished = file(".engine-1-a.jar.0f", 8, 8);
    Path young = file("engine-2-b.jar", 6, 6);
    Path read = file("engine-1-c.jar", 8, 6);
    Path directory = Files.createDirectory(jars.resolve("of-somebody"));
    delete();
    assertThat(old).doesNotExist();
    assertThat(unfinished).doesNotExist();
    assertThat(List.of(young, read, directory)).allSatisfy(kept -> assertThat(kept).exists());
  }

  @Test
  void keepsWhatASessionUses() throws Exception {
    Path first = file("engine-1-a.jar", 100, 100);
    Path both = file("jna-5-b.jar", 100, 100);
    Path second = file("engine-2-c.jar", 100, 100);
    session(1, first, both);
    session(2, second, both);
    Path killed = Files.createDirectory(staging.resolve("athanor-application_1_0003"));
    Files.setLastModifiedTime(killed, FileTime.fromMillis(NOW - TimeUnit.DAYS.toMillis(2)));
    delete();
    assertThat(List.of(first, both, second)).allSatisfy(kept -> assertThat(kept).exists());
  }

  @Test
  void keepsAllWhileASessionBegins() throws Exception {
    Path old = file("engine-1-a.jar", 100, 100);
    Path directory = staging.resolve("athanor-application_1_0001");
    new SessionFiles(new org.apache.hadoop.fs.Path(directory.toUri()), new Configuration(false))
        .makeDirectory();
    assertThatThrownBy(this::delete)
        .hasMessageEndingWith("application_1_0001: a session begins or ends just now");
    assertThat(old).exists();
  }

  @Test
  void keepsAllIfItIsNotKnownWhatASessionUses() throws Exception {
    Path old = file("engine-1-a.jar", 100, 100);
    Files.writeString(session(1).resolve("session.xml"), "<configuration>");
    assertThatThrownBy(this::delete)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("application_1_0001");
    assertThat(old).exists();
  }
}

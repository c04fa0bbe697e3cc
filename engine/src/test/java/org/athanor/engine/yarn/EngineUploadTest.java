// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("short")
class EngineUploadTest {
  @TempDir Path local;
  @TempDir Path remote;
  private FileSystem fs;

  @BeforeEach
  void connect() throws IOException {
    fs = FileSystem.getLocal(new Configuration(false)).getRaw();
  }

  private List<FileStatus> upload(Path... jars) throws IOException {
    return new EngineUpload(fs, new org.apache.hadoop.fs.Path(remote.resolve("engine").toUri()))
        .upload(List.of(jars))
        .jars();
  }

  private Path jar(String name, String content) throws IOException {
    return Files.writeString(local.resolve(name), content);
  }

  @Test
  void copiesAJarOnceUnderANameOfItsContent() throws Exception {
    Path jar = jar("engine-1.jar", "one");
    FileStatus first = upload(jar).get(0);
    assertThat(first.getPath().getName()).matches("engine-1-[0-9a-f]{32}\\.jar");
    assertThat(Path.of(first.getPath().toUri().getPath())).hasContent("one");
    Files.setLastModifiedTime(
        Path.of(first.getPath().toUri().getPath()), java.nio.file.attribute.FileTime.fromMillis(5));
    assertThat(upload(jar).get(0).getModificationTime()).isEqualTo(5);
    assertThat(remote.resolve("engine")).isDirectoryNotContaining(file -> isUnfinished(file));
  }

  private static boolean isUnfinished(Path file) {
    return file.getFileName().toString().startsWith(".engine-1")
        && !file.toString().endsWith(".crc");
  }

  @Test
  void versionsOfAJarAreBesideEachOther() throws Exception {
    FileStatus one = upload(jar("engine-1.jar", "one")).get(0);
    FileStatus two = upload(jar("engine-1.jar", "two")).get(0);
    assertThat(one.getPath()).isNotEqualTo(two.getPath());
    assertThat(fs.exists(one.getPath())).isTrue();
  }

  @Test
  void packsADirectoryOfClasses() throws Exception {
    Files.createDirectories(local.resolve("classes/a"));
    Files.writeString(local.resolve("classes/a/B.class"), "b");
    FileStatus jar = upload(local.resolve("classes")).get(0);
    try (JarFile packed = new JarFile(jar.getPath().toUri().getPath())) {
      assertThat(packed.getEntry("a/B.class")).isNotNull();
    }
  }

  @Test
  void aDirectoryGivesTheSameBytesEachTime() throws Exception {
    Files.createDirectories(local.resolve("classes/a"));
    Files.writeString(local.resolve("classes/a/B.class"), "b");
    ByteArrayOutputStream first = new ByteArrayOutputStream();
    EngineJars.pack(local.resolve("classes"), first);
    Files.setLastModifiedTime(
        local.resolve("classes/a/B.class"), java.nio.file.attribute.FileTime.fromMillis(12345));
    ByteArrayOutputStream second = new ByteArrayOutputStream();
    EngineJars.pack(local.resolve("classes"), second);
    assertThat(second.toByteArray()).isEqualTo(first.toByteArray());
  }

  @Test
  void findsTheEngineTheTopologyAndJna() throws Exception {
    assertThat(EngineJars.find())
        .hasSize(3)
        .allSatisfy(place -> assertThat(place).exists())
        .last()
        .satisfies(jna -> assertThat(jna.getFileName().toString()).startsWith("jna"));
  }
}

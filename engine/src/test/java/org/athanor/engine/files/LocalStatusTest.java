// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** File statuses and permissions, compared with Hadoop's, which it gets from other programs. */
class LocalStatusTest {
  @TempDir Path directory;

  private final FileSystem hadoops = new LocalFileSystem();
  private final FileSystem ours = new JobLocalFileSystem();

  @BeforeEach
  void initialize() throws IOException {
    for (FileSystem files : List.of(hadoops, ours)) {
      files.initialize(URI.create("file:///"), new Configuration());
    }
  }

  private org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(directory.resolve(name).toUri());
  }

  private static List<String> described(FileStatus[] listed) {
    return Arrays.stream(listed)
        .sorted(Comparator.comparing(FileStatus::getPath))
        .map(LocalStatusTest::described)
        .toList();
  }

  /** Describes a status by its getters, because Hadoop loads owner and permission lazily. */
  private static String described(FileStatus status) {
    return String.join(
        " ",
        status.getPath().toString(),
        status.isDirectory() ? "directory" : "file",
        Long.toString(status.getLen()),
        Long.toString(status.getBlockSize()),
        Long.toString(status.getModificationTime()),
        status.getOwner(),
        status.getGroup(),
        status.getPermission().toString());
  }

  @ParameterizedTest
  @ValueSource(ints = {0777, 0700, 0644, 0604, 01777, 01755, 0})
  void setsAndReturnsTheSamePermissionsAsHadoop(int mode) throws IOException {
    FsPermission permission = new FsPermission((short) mode);
    for (FileSystem files : List.of(hadoops, ours)) {
      org.apache.hadoop.fs.Path root = path(files == ours ? "ours" : "hadoops");
      files.mkdirs(new org.apache.hadoop.fs.Path(root, "directory"));
      files.create(new org.apache.hadoop.fs.Path(root, "file")).close();
      for (String name : List.of("directory", "file")) {
        files.setPermission(new org.apache.hadoop.fs.Path(root, name), permission);
      }
    }

    for (String side : List.of("ours", "hadoops")) {
      assertThat(described(ours.listStatus(path(side))))
          .hasSize(2)
          .isEqualTo(described(hadoops.listStatus(path(side))))
          .allSatisfy(text -> assertThat(text).endsWith(" " + permission));
    }
  }

  @Test
  void returnsTheStatusOfALinksTarget() throws IOException {
    Files.writeString(directory.resolve("file"), "text");
    Files.createSymbolicLink(directory.resolve("link"), Path.of("file"));
    Files.createSymbolicLink(directory.resolve("broken"), Path.of("nothing"));

    FileStatus link = ours.getFileStatus(path("link"));

    assertThat(link.getLen()).isEqualTo(hadoops.getFileStatus(path("link")).getLen());
    assertThat(link.getPermission()).isEqualTo(ours.getFileStatus(path("file")).getPermission());
    assertThat(ours.listStatus(path(""))).hasSameSizeAs(hadoops.listStatus(path("")));
  }

  @Test
  void reportsThatAFileDoesNotExist() {
    org.apache.hadoop.fs.Path missing = path("missing");

    assertThatThrownBy(() -> ours.getFileStatus(missing))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("missing does not exist");
    assertThatThrownBy(() -> ours.setPermission(missing, FsPermission.getFileDefault()))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("missing does not exist");
  }
}

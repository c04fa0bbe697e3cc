// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
  @TempDir Path directory;

  private org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(directory.resolve(name).toUri());
  }

  private Results results(String... names) throws IOException {
    return Results.of(
        new Configuration(), List.of(names).stream().map(this::path).toList(), getClass());
  }

  private static void write(Results results, int index) throws IOException {
    Files.writeString(Path.of(results.unfinished(index).toUri().getPath()), "text");
  }

  @Test
  void appearsWhenAllAreComplete() throws Exception {
    try (Results results = results("new/a", "b")) {
      write(results, 0);
      write(results, 1);
      assertThat(directory.resolve("b")).doesNotExist();
      results.publish();
    }
    assertThat(directory.resolve("new")).isDirectoryNotContaining("glob:**/.*");
    assertThat(directory.resolve("new/a")).hasContent("text");
    assertThat(directory.resolve("b")).hasContent("text");
  }

  @Test
  void isRemovedIfItIsNotPublished() throws Exception {
    try (Results results = results("a")) {
      write(results, 0);
    }
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void noneIsLeftIfOneCannotGetItsName() throws Exception {
    try (Results results = results("a", "b")) {
      write(results, 0);
      write(results, 1);
      Files.createFile(directory.resolve("b"));

      assertThatThrownBy(results::publish)
          .isInstanceOf(FileAlreadyExistsException.class)
          .hasMessage(path("b") + ": exists; the output must be new");
    }
    assertThat(directory).isDirectoryNotContaining("glob:**/{a,.*}");
  }

  @Test
  void makesNothingIfOneExists() throws Exception {
    Files.createFile(directory.resolve("b"));

    assertThatThrownBy(() -> results("new/a", "b")).isInstanceOf(FileAlreadyExistsException.class);

    assertThat(directory.resolve("new")).doesNotExist();
  }

  @Test
  void namesWhatCouldNotBeRenamed() throws Exception {
    try (Results results = results("a")) {
      org.apache.hadoop.fs.Path unfinished = results.unfinished(0);
      assertThatThrownBy(results::publish)
          .isInstanceOf(IOException.class)
          .hasMessageContaining(unfinished.toUri().getPath());
    }
  }
}

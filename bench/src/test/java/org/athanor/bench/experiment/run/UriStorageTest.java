// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.experiment.StorageSpec;
import org.athanor.bench.experiment.StorageType;
import org.athanor.cluster.Claims;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Nodes;
import org.athanor.cluster.hadoop.Worker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A script plays Hadoop's shell: it notes its arguments, and can fail. */
class UriStorageTest {
  private static final String OWN = "hdfs://nn/me/bench-1-0123456789abcdef-storage-1-lab";

  @TempDir private Path directory;

  @AfterEach
  void forgetInterrupt() {
    Thread.interrupted();
  }

  private Path log() {
    return directory.resolve("log");
  }

  /**
   * @param failing the command that fails
   */
  private UriStorage start(String failing) throws Exception {
    Path java = directory.resolve("java");
    Files.writeString(
        java,
        "#!/bin/sh\necho \"$*\" >> "
            + log()
            + "\ncase \"$*\" in *\" "
            + failing
            + " \"*) echo refused >&2; exit 1;; esac\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    StorageSpec spec =
        new StorageSpec(
            Optional.of("lab"),
            StorageType.URI,
            List.of(),
            List.of(),
            Optional.of("hdfs://nn/me"),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Map.of());
    return UriStorage.start(
        new StorageRequest(
            spec,
            List.of(Worker.of(Nodes.localhost())),
            new Mark("uri-storage-" + ProcessHandle.current().pid()),
            List.of(directory.resolve("bench-1-0123456789abcdef/storage-1-lab")),
            false,
            java.toString()),
        directory.resolve("lib"),
        new Claims(directory.resolve("claims")));
  }

  @Test
  void anInterruptedRunLeavesNoDirectory() throws Exception {
    UriStorage storage = start("-none");
    assertThat(storage.directory()).contains(OWN);
    Thread.currentThread().interrupt();
    storage.erase();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(Files.readString(log())).contains("-rm -r -f -skipTrash " + OWN + "\n");
  }

  @Test
  void namesTheDirectoryThatStays() throws Exception {
    UriStorage storage = start("-rm");
    assertThatThrownBy(storage::erase)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(OWN + " stays until the next run")
        .hasMessageEndingWith("refused");
  }

  @Test
  void aFailedStartLeavesNoDirectory() throws Exception {
    assertThatThrownBy(() -> start("-chmod")).hasMessageEndingWith("refused");
    assertThat(Files.readString(log())).contains("-rm -r -f -skipTrash " + OWN + "\n");
  }
}

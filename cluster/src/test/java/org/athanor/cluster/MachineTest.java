// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("short")
class MachineTest {
  @TempDir Path local;

  @Test
  void hasOneIdForConcurrentCallers() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      Set<String> ids = new HashSet<>();
      List<Callable<String>> asking = Collections.nCopies(8, () -> Machine.idIn(local, "me"));
      for (Future<String> id : threads.invokeAll(asking)) {
        ids.add(id.get());
      }
      assertThat(ids).hasSize(1).allMatch(id -> id.matches("[0-9a-f]{16}"));
    } finally {
      threads.shutdownNow();
    }
    Path directory = local.resolve("athanor-me");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwx------");
    assertThat(directory).isDirectoryContaining("glob:**/machine");
    try (var files = Files.list(directory)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void otherMachinesHaveOtherIds() throws Exception {
    Path other = Files.createDirectories(local.resolve("other"));
    assertThat(Machine.idIn(local, "me")).isNotEqualTo(Machine.idIn(other, "me"));
  }

  @Test
  void refusesADirectoryOfAnotherUser() throws Exception {
    boolean root = Files.getOwner(Path.of("/proc/self")).getName().equals("root");
    assumeTrue(root, "needs root: a directory of another user");
    Path directory = Files.createDirectories(local.resolve("athanor-me"));
    Files.setOwner(
        directory,
        directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
    assertThatThrownBy(() -> Machine.idIn(local, "me"))
        .hasMessage(directory + ": belongs to nobody, must be yours: have it removed");
  }
}

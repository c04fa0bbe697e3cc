// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryLimitsTest {
  private static final MemoryState MACHINE = new MemoryState(40_000, 60_000);

  @TempDir private Path mount;

  private void file(String path, String text) throws IOException {
    Path file = mount.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text + "\n");
  }

  private MemoryState left(String groups) throws IOException {
    return MemoryLimits.of(groups + "\n", mount).applied(MACHINE);
  }

  /** 8 GiB, of which 6 GiB are used, 1 GiB and 512 MiB of that by files. */
  @Test
  void aContainersGroupLeavesWhatItDoesNotUse() throws IOException {
    file("memory.max", "8589934592");
    file("memory.current", "6442450944");
    file("memory.stat", "anon 4831838208\ninactive_file 1073741824\nactive_file 536870912");
    assertThat(left("0::/")).isEqualTo(new MemoryState(2048, 3584));
  }

  @Test
  void theLeastOfAllGroupsAboveCounts() throws IOException {
    file("a/memory.max", "4294967296");
    file("a/memory.current", "1073741824");
    file("a/b/memory.max", "max");
    file("a/b/memory.current", "1073741824");
    file("memory.max", "107374182400");
    file("memory.current", "0");
    assertThat(left("0::/a/b")).isEqualTo(new MemoryState(3072, 3072));
  }

  @Test
  void versionOneHasOtherFilesAndCountsGroupsBelowApart() throws IOException {
    file("memory/job/memory.limit_in_bytes", "2147483648");
    file("memory/job/memory.usage_in_bytes", "1073741824");
    file(
        "memory/job/memory.stat",
        "inactive_file 1048576\nactive_file 0\ntotal_inactive_file 536870912\ntotal_active_file 0");
    assertThat(left("5:cpu,cpuacct:/x\n4:memory:/job")).isEqualTo(new MemoryState(1024, 1536));
  }

  @Test
  void withoutALimitTheMachinesMemoryCounts() throws IOException {
    file("memory/memory.limit_in_bytes", "9223372036854771712");
    file("memory/memory.usage_in_bytes", "1");
    assertThat(left("4:memory:/")).isEqualTo(MACHINE);
    assertThat(left("0::/../../outside")).isEqualTo(MACHINE);
  }

  @Test
  void memoryThatIsUsedBeyondTheLimitLeavesNothing() throws IOException {
    file("memory.max", "1073741824");
    file("memory.current", "1073745920");
    assertThat(left("0::/")).isEqualTo(new MemoryState(0, 0));
  }
}

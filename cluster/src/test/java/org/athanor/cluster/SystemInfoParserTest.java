// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The first lines of each file in {@code system} name the machine it comes from. */
@Tag("short")
class SystemInfoParserTest {

  @Test
  void readsAVirtualMachine() throws Exception {
    assertThat(parse("virtual-machine"))
        .isEqualTo(
            new SystemInfo(
                "node7",
                "Debian GNU/Linux 12 (bookworm)",
                "6.1.0-18-amd64",
                "x86_64",
                "AMD EPYC",
                2,
                24_672_288L * 1024,
                Optional.empty(),
                Optional.of("KVM (QEMU Standard PC)"),
                Optional.of("17.0.15 (Debian)"),
                Optional.of("/usr/lib/jvm/java-17-openjdk-amd64"),
                Optional.empty()));
  }

  @Test
  void takesTheSmallestLimitOfControlGroupsOfVersion2() throws Exception {
    SystemInfo info = parse("limited-v2");
    assertThat(info.processors()).as("150 %% of a processor").isEqualTo(2);
    assertThat(info.quota()).contains(1.5);
    assertThat(info.memoryBytes()).isEqualTo(2L << 30);
    assertThat(info.governor()).contains("performance");
    assertThat(info.virtualization()).isEmpty();
    assertThat(info.java()).isEmpty();
    assertThat(info.javaHome()).isEmpty();
  }

  @Test
  void takesTheSmallestLimitOfControlGroupsOfVersion1() throws Exception {
    SystemInfo info = parse("limited-v1");
    assertThat(info.processors()).as("the set of processors").isEqualTo(3);
    assertThat(info.memoryBytes()).isEqualTo(4L << 30);
  }

  @Test
  void readsAnArmServer() throws Exception {
    SystemInfo info = parse("arm");
    assertThat(info.cpuModel()).isEqualTo("Neoverse-N1");
    assertThat(info.processors()).isEqualTo(64);
    assertThat(info.memoryBytes()).isEqualTo(131_432_320L * 1024);
  }

  @Test
  void acceptsMissingSections() {
    SystemInfo info = SystemInfoParser.parse("=== host\nsmall\n");
    assertThat(info.host()).isEqualTo("small");
    assertThat(info.cpuModel()).isEqualTo("unknown");
    assertThat(info.processors()).isEqualTo(1);
  }

  private static SystemInfo parse(String name) throws Exception {
    try (InputStream in = SystemInfoParserTest.class.getResourceAsStream("system/" + name)) {
      return SystemInfoParser.parse(new String(in.readAllBytes(), UTF_8));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.List;
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
  void readsDetailsThatExplainDifferences() {
    SystemDetails details =
        SystemInfoParser.parse(
                """
                === no_turbo
                1

                === boost

                === huge_pages
                always [madvise] never

                === disks
                sda 7814037168 1 ST4000NM0035-1V4\s
                vdb 41943040 0\s
                sdb 0 1 Card Reader
                odd line that is none

                === mounts
                /dev/sda1 /etc/hosts ext4 rw 0 0
                /dev/sda1 / ext4 rw,relatime 0 0
                /dev/loop0 /snap/core squashfs ro 0 0
                nas:/export /data nfs4 rw 0 0
                10.0.0.1@tcp:/scratch /scratch lustre rw 0 0
                //server/share /mnt cifs rw 0 0
                tank/data /tank zfs rw 0 0

                === links
                eth0 10000
                ib0\s
                veth1 -1
                """)
            .details();

    assertThat(details)
        .isEqualTo(
            new SystemDetails(
                Optional.of("off"),
                Optional.of("madvise"),
                List.of(
                    "sda: ST4000NM0035-1V4, hard disk or virtual, 4001 GB",
                    "vdb: solid-state or virtual, 21 GB"),
                List.of("/: ext4", "/data: nfs4", "/scratch: lustre", "/mnt: cifs", "/tank: zfs"),
                List.of("eth0: 10000 Mb/s", "ib0: no speed known", "veth1: no speed known")));
  }

  @Test
  void theScriptTellsTheDetailsOfThisMachine() throws Exception {
    Process script =
        new ProcessBuilder(Script.DETECT.with(List.of()))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    script.getOutputStream().close();
    String output = new String(script.getInputStream().readAllBytes(), UTF_8);

    assertThat(script.waitFor()).isZero();
    assertThat(output.lines())
        .contains(
            "=== no_turbo",
            "=== boost",
            "=== huge_pages",
            "=== disks",
            "=== mounts",
            "=== links",
            "=== limits",
            "=== java");
    assertThat(LocalNode.THIS_MACHINE.system().details().fileSystems())
        .allSatisfy(mount -> assertThat(mount).matches("/.*: \\S+"));
  }

  @Test
  void acceptsMissingSections() {
    SystemInfo info = SystemInfoParser.parse("=== host\nsmall\n");
    assertThat(info.host()).isEqualTo("small");
    assertThat(info.cpuModel()).isEqualTo("unknown");
    assertThat(info.processors()).isEqualTo(1);
    assertThat(info.details()).isEqualTo(SystemDetails.UNKNOWN);
  }

  private static SystemInfo parse(String name) throws Exception {
    try (InputStream in = SystemInfoParserTest.class.getResourceAsStream("system/" + name)) {
      return SystemInfoParser.parse(new String(in.readAllBytes(), UTF_8));
    }
  }
}

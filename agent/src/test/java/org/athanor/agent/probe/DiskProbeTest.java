// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.athanor.results.Reading;
import org.athanor.results.Total;
import org.athanor.results.Unit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskProbeTest {

  @TempDir Path directory;
  private Host host;

  @BeforeEach
  void host() throws IOException {
    host = Fixtures.host(directory);
  }

  /** Makes a device of {@code /sys/block}; {@code slaves} are the devices that it is built on. */
  private void block(String name, long sectors, String... slaves) throws IOException {
    Path device = Files.createDirectories(host.sys().resolve("block").resolve(name));
    Files.createDirectory(device.resolve("slaves"));
    for (String slave : slaves) {
      Files.createFile(device.resolve("slaves").resolve(slave));
    }
    Files.writeString(device.resolve("size"), sectors + "\n");
    Files.writeString(device.resolve("hidden"), "0\n");
  }

  private void diskstats(String content) throws IOException {
    Files.writeString(host.proc().resolve("diskstats"), content);
  }

  @Test
  void aVirtualMachineHasOneDiskBesideLoopsAndCompressedMemory() throws Exception {
    block("vda", 100);
    block("loop0", 0);
    block("loop1", 50);
    block("zram0", 50);
    diskstats(Fixtures.text("virtual-machine/proc/diskstats").toString());
    try (DiskProbe probe = DiskProbe.open(host)) {
      probe.begin();
      assertThat(Fixtures.sample(probe, 1).keySet())
          .containsExactlyInAnyOrder(
              "disk_read",
              "disk_read[vda]",
              "disk_write",
              "disk_write[vda]",
              "disk_reads",
              "disk_reads[vda]",
              "disk_writes",
              "disk_writes[vda]",
              "disk_busy",
              "disk_busy[vda]");
    }
  }

  /** LVM passes writes to dm-0 on to sda: they count once, and partitions do not count. */
  @Test
  void volumesOnDisksAndPartitionsAreNotCountedTwice() throws Exception {
    block("sda", 100);
    block("nvme0n1", 100);
    block("sr0", 0);
    block("dm-0", 100, "sda4");
    block("dm-1", 100, "sda4");
    diskstats(Fixtures.text("server/proc/diskstats").toString());
    try (DiskProbe probe = DiskProbe.open(host)) {
      probe.begin();
      diskstats(
          Fixtures.text("server/proc/diskstats")
              .toString()
              .replace("252       0 dm-0 59910002 0 1003337218", "252 0 dm-0 59910102 0 1003339218")
              .replace(
                  "sda 25354637 34367663 1003346126 18492372 28444756 11134226 505697032 63877960 0"
                      + " 9653880",
                  "sda 25354737 34367663 1003348126 18492372 28444766 11134226 505697232 63877960 0"
                      + " 9654880")
              .replace("nvme0n1 47114 4 4643973", "nvme0n1 47124 4 4643977"));
      Map<String, Double> sample = Fixtures.sample(probe, 2);
      // sda: 2,000 sectors of 512 B read by 100 operations, 200 written by 10, busy for 1 of 2 s;
      // nvme0n1: 4 sectors by 10 operations.
      assertThat(sample)
          .containsEntry("disk_read[sda]", 2000 * 512 / 2.0)
          .containsEntry("disk_read[nvme0n1]", 4 * 512 / 2.0)
          .containsEntry("disk_read", 2004 * 512 / 2.0)
          .containsEntry("disk_reads", 110 / 2.0)
          .containsEntry("disk_write", 200 * 512 / 2.0)
          .containsEntry("disk_writes[sda]", 10 / 2.0)
          .containsEntry("disk_busy[sda]", 50.0)
          .containsEntry("disk_busy", 25.0);
      assertThat(probe.end())
          .containsEntry(Total.DISK_READ, Reading.of(2004 * 512, Unit.BYTES))
          .containsEntry(Total.DISK_WRITTEN, Reading.of(200 * 512, Unit.BYTES))
          .containsEntry(Total.DISK_READS, Reading.of(110, Unit.COUNT))
          .containsEntry(Total.DISK_WRITES, Reading.of(10, Unit.COUNT));
    }
  }

  /** From 2³² − 10 operations to 5 after the wrap-around: 15 operations. */
  @Test
  void countersOf32BitsMayWrapAround() throws Exception {
    block("sda", 100);
    diskstats("   8       0 sda 4294967286 0 0 0 0 0 0 0 0 0 0\n");
    try (DiskProbe probe = DiskProbe.open(host)) {
      probe.begin();
      diskstats("   8       0 sda 5 0 0 0 0 0 0 0 0 0 0\n");
      assertThat(Fixtures.sample(probe, 1)).containsEntry("disk_reads", 15.0);
    }
  }

  @Test
  void aDiskThatIsRemovedHasNoValuesButTheOthersDo() throws Exception {
    block("sda", 100);
    block("sdb", 100);
    diskstats("8 0 sda 0 0 0 0 0 0 0 0 0 0 0\n8 1 sdb 0 0 0 0 0 0 0 0 0 0 0\n");
    try (DiskProbe probe = DiskProbe.open(host)) {
      probe.begin();
      diskstats("8 0 sda 10 0 0 0 0 0 0 0 0 0 0\n");
      assertThat(Fixtures.sample(probe, 1))
          .containsEntry("disk_reads", 10.0)
          .containsEntry("disk_reads[sda]", 10.0)
          .containsEntry("disk_reads[sdb]", Double.NaN);
    }
  }

  @Test
  void saysIfThereIsNoDisk() throws IOException {
    block("loop0", 10);
    assertThatThrownBy(() -> DiskProbe.open(host))
        .isInstanceOf(UnavailableException.class)
        .hasMessage(host.sys() + "/block: has no disk; files are on the network or in memory");
  }
}

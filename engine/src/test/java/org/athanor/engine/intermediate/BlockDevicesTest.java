// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.intermediate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a directory that looks like {@code /sys}. */
class BlockDevicesTest {
  @TempDir Path sys;

  private void disk(String name, String number, String rotational) throws IOException {
    Path disk = Files.createDirectories(sys.resolve("devices").resolve(name).resolve("queue"));
    Files.writeString(disk.resolve("rotational"), rotational + "\n");
    link(number, name);
  }

  private void link(String number, String device) throws IOException {
    Files.createDirectories(sys.resolve("dev/block"));
    Files.createDirectories(sys.resolve("devices").resolve(device));
    Files.createSymbolicLink(
        sys.resolve("dev/block/" + number), Path.of("../../devices/" + device));
  }

  @Test
  void aDiskAndItsPartitionAreOfOneKind() throws IOException {
    disk("sda", "8:0", "1");
    link("8:2", "sda/sda2");
    disk("nvme0n1", "259:0", "0");
    link("259:3", "nvme0n1/nvme0n1p3");
    BlockDevices devices = new BlockDevices(sys);
    assertThat(devices.rotates(0x800)).contains(true);
    assertThat(devices.rotates(0x802)).contains(true);
    assertThat(devices.rotates(0x10300)).contains(false);
    assertThat(devices.rotates(0x10303)).contains(false);
  }

  @Test
  void largeNumbersHaveTheirPartsInFourPieces() throws IOException {
    disk("many", "5000:300000", "0");
    // 5000 = 0x1388, 300000 = 0x493e0
    assertThat(new BlockDevices(sys).rotates(0x1000_493388e0L)).contains(false);
  }

  @Test
  void ofFilesThatAreOnNoDeviceNothingIsKnown() throws IOException {
    BlockDevices devices = new BlockDevices(sys);
    assertThat(devices.rotates(0x15)).isEmpty();
    assertThat(devices.rotates(sys.resolve("missing"))).isEmpty();
  }

  @Test
  void aDeviceWithoutAQueueIsUnknown() throws IOException {
    link("7:1", "loop1");
    assertThat(new BlockDevices(sys).rotates(0x701)).isEmpty();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/**
 * The whole disks of this machine, from {@code /sys/block}, where partitions are not listed. No
 * transfer must count twice, so two kinds of devices are left out: those that are built on others
 * (LVM, RAID, dm-crypt, bcache, multipath; they have {@code slaves}), and those whose data is in
 * files or memory (loop, ram, zram).
 */
final class BlockDevices {

  private BlockDevices() {}

  static Set<String> wholeDisks(Host host) throws UnavailableException {
    Path block = host.sys().resolve("block");
    Set<String> disks = new TreeSet<>();
    try (DirectoryStream<Path> devices = Files.newDirectoryStream(block)) {
      for (Path device : devices) {
        if (isWholeDisk(device)) {
          disks.add(device.getFileName().toString());
        }
      }
    } catch (IOException e) {
      throw KernelFiles.unavailable(block, e);
    }
    return disks;
  }

  private static boolean isWholeDisk(Path device) throws IOException {
    if (device.getFileName().toString().matches("(loop|ram|zram)\\d+")) {
      return false;
    }
    Path hidden = device.resolve("hidden");
    if (Files.exists(hidden) && !Files.readString(hidden).strip().equals("0")) {
      return false;
    }
    if (Files.readString(device.resolve("size")).strip().equals("0")) {
      return false;
    }
    Path slaves = device.resolve("slaves");
    if (!Files.isDirectory(slaves)) {
      return true;
    }
    try (DirectoryStream<Path> below = Files.newDirectoryStream(slaves)) {
      return !below.iterator().hasNext();
    }
  }
}

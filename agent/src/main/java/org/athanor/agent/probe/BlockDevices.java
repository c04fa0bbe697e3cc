// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/**
 * The whole disks of this machine, from {@code /sys/block}. Partitions are not listed there;
 * devices that stand on others (LVM, RAID, dm-crypt, bcache, multipath: those with {@code slaves})
 * and files or memory posing as disks (loop, ram, zram) are left out, so that no transfer counts
 * twice.
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

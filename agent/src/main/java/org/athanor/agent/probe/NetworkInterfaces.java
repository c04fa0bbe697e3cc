// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which interfaces count. Of those the kernel lists: the hardware's, if there are any, for bonds,
 * bridges, VLANs and the interfaces of containers only pass on what these transfer. Where there is
 * no hardware, as in a network namespace: all that do not stand on others. {@code lo} only if
 * nothing else exists.
 */
final class NetworkInterfaces {

  private NetworkInterfaces() {}

  static Set<String> counted(Host host, Collection<String> listed) throws IOException {
    Set<String> hardware = new TreeSet<>();
    Set<String> leaves = new TreeSet<>();
    for (String name : listed) {
      if (name.equals("lo")) {
        continue;
      }
      Path directory = host.sys().resolve("class/net").resolve(name);
      if (Files.exists(directory.resolve("device"))) {
        hardware.add(name);
      }
      if (!standsOnOthers(directory)) {
        leaves.add(name);
      }
    }
    if (!hardware.isEmpty()) {
      return hardware;
    }
    return leaves.isEmpty() ? Set.of("lo") : leaves;
  }

  /** Not so if the directory is missing: {@code /sys} may be that of another namespace. */
  private static boolean standsOnOthers(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return false;
    }
    try (DirectoryStream<Path> lower = Files.newDirectoryStream(directory, "lower_*")) {
      return lower.iterator().hasNext();
    }
  }
}

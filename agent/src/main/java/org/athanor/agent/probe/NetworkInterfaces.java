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
 * Chooses the network interfaces whose traffic counts. If there are hardware interfaces, only these
 * count: bonds, bridges, VLANs and the interfaces of containers pass on what the hardware
 * transfers. Without hardware, as in a network namespace, all interfaces count that are not built
 * on others. {@code lo} counts only if there is no other interface.
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
      if (!builtOnOthers(directory)) {
        leaves.add(name);
      }
    }
    if (!hardware.isEmpty()) {
      return hardware;
    }
    return leaves.isEmpty() ? Set.of("lo") : leaves;
  }

  /** False if the directory is missing: {@code /sys} may be that of another namespace. */
  private static boolean builtOnOthers(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return false;
    }
    try (DirectoryStream<Path> lower = Files.newDirectoryStream(directory, "lower_*")) {
      return lower.iterator().hasNext();
    }
  }
}

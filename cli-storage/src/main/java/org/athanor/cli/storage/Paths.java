// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.athanor.cli.usage.UsageException;

/** Checks paths of an HDFS on the command line. */
final class Paths {
  private static final Set<String> DOTS = Set.of(".", "..");

  private Paths() {}

  static void check(String name, String path) throws UsageException {
    if (!path.startsWith("/")) {
      throw new UsageException(name + "=" + path + ": must begin with /");
    }
    // Hadoop takes what follows // for a host, and so would change other files.
    if (path.contains("//") || List.of(path.split("/", -1)).stream().anyMatch(DOTS::contains)) {
      throw new UsageException(name + "=" + path + ": must not have //, /. or /.. in it");
    }
  }

  /** Checks all, and takes slashes at their ends away. */
  static List<String> check(Collection<String> paths) throws UsageException {
    for (String path : paths) {
      check("PATH", path);
    }
    return paths.stream().map(Paths::withoutSlash).toList();
  }

  static String withoutSlash(String path) {
    int end = path.length();
    while (end > 1 && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(0, end);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import org.athanor.cli.usage.UsageException;

/** Checks paths of an HDFS on the command line. */
final class Paths {
  private Paths() {}

  static void check(String name, String path) throws UsageException {
    if (!path.startsWith("/")) {
      throw new UsageException(name + "=" + path + ": must begin with /");
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import org.athanor.cli.usage.UsageException;
import org.athanor.tiering.api.TieredStorage;

/** Checks numbers of replicas on the command line. */
final class Replicas {
  private Replicas() {}

  static void check(String name, int replicas) throws UsageException {
    if (replicas < TieredStorage.LEAST_REPLICAS || replicas > TieredStorage.MOST_REPLICAS) {
      throw wrong(name, String.valueOf(replicas));
    }
  }

  /** Reads a number. */
  static int parse(String name, String text) throws UsageException {
    if (!text.matches("[0-9]{1,4}")) {
      throw wrong(name, text);
    }
    int replicas = Integer.parseInt(text);
    check(name, replicas);
    return replicas;
  }

  private static UsageException wrong(String name, String value) {
    return new UsageException(
        name
            + "="
            + value
            + ": must be from "
            + TieredStorage.LEAST_REPLICAS
            + " to "
            + TieredStorage.MOST_REPLICAS);
  }
}

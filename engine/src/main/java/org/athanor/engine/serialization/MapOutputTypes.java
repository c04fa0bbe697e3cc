// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.serialization;

import java.io.IOException;

/** Checks the classes of a map's output records. */
public final class MapOutputTypes {
  private MapOutputTypes() {}

  /**
   * Throws what Hadoop throws for a key or value of another class than the job names.
   *
   * @param field {@code key} or {@code value}
   */
  public static void check(String field, Class<?> expected, Class<?> received) throws IOException {
    if (received != expected) {
      throw new IOException(
          "Type mismatch in "
              + field
              + " from map: expected "
              + expected.getName()
              + ", received "
              + received.getName());
    }
  }
}

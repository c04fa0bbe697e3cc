// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import org.athanor.storage.check.Checks;

/**
 * A file was opened for reading.
 *
 * @param path absolute
 * @param timeMillis when, in milliseconds since 1970, by the clock of the log's writer, from 0
 * @param caller who opened it: a job, or a user and an address; may be empty if it is not known
 */
public record AccessEvent(String path, long timeMillis, String caller) {
  public AccessEvent {
    Checks.absolute("path", path);
    Checks.atLeast(0, "time of an access to " + path, timeMillis);
    if (caller == null) {
      throw new IllegalArgumentException(
          "access to " + path + " has no caller: must be empty if it is not known");
    }
  }
}

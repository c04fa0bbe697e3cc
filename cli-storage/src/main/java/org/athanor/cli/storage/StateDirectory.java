// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.nio.file.Path;

/** Where this user's state is. */
final class StateDirectory {
  private StateDirectory() {}

  /** {@code athanor} in {@code $XDG_STATE_HOME}, by default {@code ~/.local/state}. */
  static Path ofUser() {
    String base = System.getenv("XDG_STATE_HOME");
    return (base == null || base.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".local", "state")
            : Path.of(base))
        .resolve("athanor");
  }
}

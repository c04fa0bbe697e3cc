// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.nio.file.Path;

/** The directory with the state of this user's running clusters and experiments. */
public final class StateDirectory {
  private StateDirectory() {}

  /** {@code athanor} in {@code $XDG_STATE_HOME}, by default {@code ~/.local/state}. */
  public static Path ofUser() {
    String state = System.getenv("XDG_STATE_HOME");
    Path home = Path.of(System.getProperty("user.home"));
    return (state == null || state.isEmpty() ? home.resolve(".local/state") : Path.of(state))
        .resolve("athanor");
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that names the directory of what a daemon has learnt. */
final class StateOption {
  @Option(
      names = "--state",
      paramLabel = "<dir>",
      description = "Directory of what was learnt. Default: ~/.local/state/athanor/storage")
  private Path state;

  Path directory() {
    if (state != null) {
      return state;
    }
    String base = System.getenv("XDG_STATE_HOME");
    return base == null || base.isEmpty()
        ? Path.of(System.getProperty("user.home"), ".local", "state", "athanor", "storage")
        : Path.of(base, "athanor", "storage");
  }
}

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
    return state != null ? state : StateDirectory.ofUser().resolve("storage");
  }
}

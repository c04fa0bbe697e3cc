// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.nio.file.Path;
import org.athanor.cli.usage.InputFile;
import org.athanor.cli.usage.UsageException;
import org.athanor.tiering.pins.PinsFile;
import picocli.CommandLine.Option;

/** The option that names the file with pins: the same one for all who read and change it. */
final class PinsOption {
  @Option(
      names = "--pins",
      paramLabel = "<file>",
      description = "The file with what is pinned. Default: ~/.config/athanor/storage-pins")
  private Path file;

  /**
   * The file, to be read.
   *
   * @throws UsageException if it was named, and there is none
   */
  PinsFile toRead() throws UsageException {
    if (file != null) {
      InputFile.require("--pins", file);
    }
    return file();
  }

  /** The file, to be changed, or to be made. */
  PinsFile file() {
    return new PinsFile(file == null ? standard() : file, file != null);
  }

  private static Path standard() {
    String base = System.getenv("XDG_CONFIG_HOME");
    return base == null || base.isEmpty()
        ? Path.of(System.getProperty("user.home"), ".config", "athanor", "storage-pins")
        : Path.of(base, "athanor", "storage-pins");
  }
}

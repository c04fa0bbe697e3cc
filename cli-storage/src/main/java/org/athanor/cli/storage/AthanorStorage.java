// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.PrintStream;
import org.athanor.cli.Version;
import picocli.CommandLine.Command;

/** The parent of {@code storage}. */
@Command(
    mixinStandardHelpOptions = true,
    name = "athanor",
    description = "Places the files of an HDFS on unlike devices.",
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n")
public final class AthanorStorage {
  private final PrintStream out;
  private final PrintStream err;

  public AthanorStorage(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  PrintStream out() {
    return out;
  }

  PrintStream err() {
    return err;
  }
}

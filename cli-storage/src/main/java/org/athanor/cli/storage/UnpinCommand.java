// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.usage.UsageException;
import org.athanor.tiering.pins.PinsFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Takes pins away. */
@Command(
    mixinStandardHelpOptions = true,
    name = "unpin",
    description = {
      "Takes pins away: the next plan treats the files as all others.",
      "Nothing is moved now. See 'athanor storage pin --help'."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Examples:",
      "  athanor storage unpin /sla",
      "  athanor storage unpin /sla --pins /etc/athanor/pins",
      "",
      "Exit code: 0 success, 1 the file cannot be read or written, 2 wrong usage."
    })
final class UnpinCommand implements Callable<Integer> {
  @ParentCommand private StorageCommand storage;

  @Parameters(
      paramLabel = "PATH",
      arity = "1..*",
      description = "Files or directories of the HDFS, absolute.")
  private List<String> arguments;

  @Mixin private PinsOption option;

  @Option(names = "--json", description = "Write JSON.")
  private boolean json;

  @Override
  public Integer call() throws UsageException, IOException {
    List<String> paths = PinsText.paths(arguments);
    PinsFile file = option.toRead();
    List<String> removed = file.remove(paths);
    List<String> pins = file.read();
    storage.out().print(json ? PinsText.json(file, pins) : text(file, paths, removed, pins));
    storage.out().flush();
    return ExitCode.SUCCESS;
  }

  private static String text(
      PinsFile file, List<String> paths, List<String> removed, List<String> pins) {
    StringBuilder text = new StringBuilder();
    for (String path : paths) {
      Optional<String> by = PinsFile.cover(pins, path);
      text.append(path)
          .append(removed.contains(path) ? ": not pinned any more" : ": was not pinned")
          .append(by.map(pin -> ", but is" + PinsText.above(pin, path)).orElse(""))
          .append('\n');
    }
    return text + "in " + file.path() + ", for the next plan\n";
  }
}

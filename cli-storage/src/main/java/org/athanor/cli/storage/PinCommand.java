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

/** Pins files, or shows what is pinned. */
@Command(
    mixinStandardHelpOptions = true,
    name = "pin",
    description = {
      "Pins files: plans put them on SSD first, whatever their popularity is, and never to archive.",
      "Pins are in a file of this machine that 'plan' reads, and 'serve' before each plan: nothing",
      "has to be restarted, and a path can be pinned before it exists."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Pinned files share the budget --ssd with the others, and go first. The file has a path in each",
      "line, and can be edited. For more than one cluster, or where the daemon runs as another user,",
      "give --pins to all of them.",
      "",
      "Examples:",
      "  athanor storage pin /sla /data/customers",
      "      pins two directories, with all files below them",
      "  athanor storage pin",
      "      shows what is pinned",
      "  athanor storage pin /sla --pins /etc/athanor/pins",
      "  athanor storage serve --pins /etc/athanor/pins --audit-log hdfs-audit.log --ssd 2t",
      "  athanor storage unpin /sla",
      "",
      "Exit code: 0 success, 1 the file cannot be read or written, 2 wrong usage."
    })
final class PinCommand implements Callable<Integer> {
  @ParentCommand private StorageCommand storage;

  @Parameters(
      paramLabel = "PATH",
      arity = "0..*",
      description = "Files or directories of the HDFS, absolute. Default: show what is pinned")
  private List<String> arguments = List.of();

  @Mixin private PinsOption option;

  @Option(names = "--json", description = "Write JSON.")
  private boolean json;

  @Override
  public Integer call() throws UsageException, IOException {
    if (arguments.isEmpty()) {
      PinsFile file = option.toRead();
      List<String> pins = file.read();
      storage.out().print(json ? PinsText.json(file, pins) : PinsText.all(file, pins));
    } else {
      List<String> paths = PinsText.paths(arguments);
      PinsFile file = option.file();
      List<String> added = file.add(paths);
      List<String> pins = new PinsFile(file.path(), false).read();
      storage.out().print(json ? PinsText.json(file, pins) : text(file, paths, added, pins));
    }
    storage.out().flush();
    return ExitCode.SUCCESS;
  }

  private static String text(
      PinsFile file, List<String> paths, List<String> added, List<String> pins) {
    StringBuilder text = new StringBuilder();
    for (String path : paths) {
      Optional<String> by = PinsFile.cover(pins, path).filter(pin -> !added.contains(path));
      text.append(path)
          .append(by.map(pin -> ": was pinned" + PinsText.above(pin, path)).orElse(": pinned"))
          .append('\n');
    }
    return text + "in " + file.path() + ", for the next plan\n";
  }
}

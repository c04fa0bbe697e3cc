// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.athanor.cli.ExitCode;
import org.athanor.cli.evaluator.EvaluatorVersion;
import org.athanor.cli.usage.UsageException;
import org.athanor.results.archive.Archive;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Adds the results of a run to an archive. */
@Command(
    mixinStandardHelpOptions = true,
    name = "add",
    description = {
      "Adds the results of a run to an archive. Logs and samples stay where they are.",
      "Any number of processes of one user may do so at the same time."
    },
    versionProvider = EvaluatorVersion.class,
    optionListHeading = "%nOptions:%n",
    parameterListHeading = "%nArguments:%n",
    footer = {
      "",
      "Examples:",
      "  athanor bench archive add out/ --archive=archive/",
      "  athanor bench archive add out/ --archive=archive/ --accept --commit=$(git rev-parse HEAD)",
      "",
      "Exit code: 0 success, also if the archive has these results already; 1 the results cannot be",
      "read, or the archive cannot be written; 2 wrong usage."
    })
final class BenchArchiveAddCommand implements Callable<Integer> {
  /** A hash or a name of Git; it is shown, and never used as a path. */
  private static final Pattern COMMIT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/-]{0,99}");

  @ParentCommand private BenchArchiveCommand archive;

  @Parameters(paramLabel = "DIR", description = "Results of a run.")
  private Path results;

  @Option(
      names = "--archive",
      paramLabel = "<dir>",
      required = true,
      description = "The archive; made if it is missing.")
  private Path directory;

  @Option(
      names = "--accept",
      description = "Compare later runs with this one, until a newer one is accepted.")
  private boolean accept;

  @Option(
      names = "--commit",
      paramLabel = "<commit>",
      description =
          "The commit of the project that was measured (default: what bench run --project"
              + " recorded).")
  private String commit;

  @Option(
      names = "--keep",
      paramLabel = "<n>",
      defaultValue = "1000",
      description =
          "Remove older entries of the same machine and experiment than the newest n (default:"
              + " ${DEFAULT-VALUE}). The newest accepted one stays.")
  private int keep;

  @Mixin private MachineOption machine;

  @Override
  public Integer call() throws IOException, UsageException {
    if (keep < 1) {
      throw new UsageException("--keep=" + keep + ": must be a number from 1 on");
    }
    if (commit != null && !COMMIT.matcher(commit).matches()) {
      throw new UsageException(
          "--commit="
              + commit
              + ": must be a commit of up to 100 letters, digits and . _ / -, such as 1a2b3c4");
    }
    Archive.Addition addition =
        new Archive(directory)
            .add(results, machine.name(), Optional.ofNullable(commit), accept, keep);
    archive
        .out()
        .println((addition.added() ? "added " : "already there: ") + addition.entry().directory());
    archive
        .out()
        .println("machine " + addition.entry().machine() + ": " + addition.entry().machineText());
    if (addition.removed() > 0) {
      archive.out().println("removed " + addition.removed() + " older");
    }
    return ExitCode.SUCCESS;
  }
}

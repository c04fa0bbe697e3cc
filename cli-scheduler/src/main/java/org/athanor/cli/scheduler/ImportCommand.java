// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.output.OutputFile;
import org.athanor.cli.usage.UsageException;
import org.athanor.scheduler.oozie.OozieImport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Translates a workflow of Oozie. */
@Command(
    mixinStandardHelpOptions = true,
    name = "import",
    description = {
      "Translates a workflow.xml of Oozie to a workflow file.",
      "What has no translation, or needs a look, is listed on the standard error, with its line."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Examples:",
      "  athanor schedule import workflow.xml > nightly.yaml",
      "  athanor schedule import workflow.xml --properties job.properties --output nightly.yaml",
      "",
      "Exit code: 0 all was translated, 1 some was not, or the file cannot be read, 2 wrong usage."
    })
final class ImportCommand implements Callable<Integer> {
  @ParentCommand private ScheduleCommand schedule;

  @Parameters(paramLabel = "FILE", description = "A workflow.xml.")
  private Path workflow;

  @Option(
      names = "--properties",
      paramLabel = "<file>",
      description = "A job.properties with the values of parameters.")
  private Path properties;

  @Option(
      names = "--output",
      paramLabel = "<file>",
      description = "File to write instead of the standard output.")
  private Path output;

  @Option(names = "--force", description = "Replace the file of --output if it exists.")
  private boolean force;

  @Override
  public Integer call() throws UsageException, IOException {
    Optional<OutputFile> target =
        output == null ? Optional.empty() : Optional.of(OutputFile.open("--output", output, force));
    OozieImport translated = OozieImport.read(workflow, Optional.ofNullable(properties));
    translated.notes().forEach(note -> schedule.err().println("athanor: " + note));
    if (translated.yaml().isPresent()) {
      String yaml = translated.yaml().get();
      if (target.isPresent()) {
        target.get().write(yaml.getBytes(UTF_8));
      } else {
        schedule.out().print(yaml);
      }
    }
    return translated.notes().isEmpty() ? ExitCode.SUCCESS : ExitCode.FAILED;
  }
}

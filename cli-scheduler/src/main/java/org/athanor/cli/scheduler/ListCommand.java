// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.scheduler.journal.Journal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Lists schedules. */
@Command(
    mixinStandardHelpOptions = true,
    name = "list",
    description = "Lists the schedules, with their next times and their last runs.",
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {"", "Exit code: 0 success, 2 wrong usage."})
final class ListCommand implements Callable<Integer> {
  @ParentCommand private ScheduleCommand schedule;
  @Mixin private StateOption state;

  @Option(names = "--json", description = "Write JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    Optional<Journal> journal = state.journal();
    if (journal.isEmpty()) {
      schedule.out().print(json ? "[]\n" : "there are no schedules\n");
      return ExitCode.SUCCESS;
    }
    try (Journal open = journal.get()) {
      Instant now = Instant.now();
      schedule.out().print(json ? ScheduleTexts.json(open, now) : ScheduleTexts.table(open, now));
    }
    return ExitCode.SUCCESS;
  }
}

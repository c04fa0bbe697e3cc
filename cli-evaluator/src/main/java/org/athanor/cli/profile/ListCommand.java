// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.profile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.athanor.cli.table.TextTable;
import org.athanor.cli.usage.UsageException;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Lists the groups of runs in the catalogue. */
@Command(
    mixinStandardHelpOptions = true,
    name = "list",
    description = {
      "Shows applications, what they ran on, and their times.",
      "Medians are those of undisturbed runs, or of all runs if all were disturbed."
    },
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Examples:",
      "  athanor profile list",
      "  athanor profile list --application terasort",
      "  athanor profile list --json | jq '.[] | [.application, .median_wall_seconds]'",
      "",
      "Exit code: 0 success, 1 the catalogue cannot be used, 2 wrong usage."
    })
final class ListCommand implements Callable<Integer> {
  @ParentCommand private ProfileCommand profile;

  @Option(
      names = "--application",
      paramLabel = "<name>",
      description = "Only runs of this application.")
  private String application;

  @Option(names = "--json", description = "Write JSON.")
  private boolean json;

  @Mixin private CatalogueOptions options;

  @Override
  public Integer call() {
    return options.run("profile list", profile.err(), this::list);
  }

  private void list() throws UsageException, CatalogueException, IOException {
    List<RunGroup> groups = new ArrayList<>();
    Optional<Catalogue> opened = options.open();
    if (opened.isPresent()) {
      try (Catalogue catalogue = opened.get()) {
        groups.addAll(RunGroup.of(catalogue, CatalogueOptions.filter(catalogue, application)));
      }
    }
    if (json) {
      profile.out().write(GroupJson.of(groups).getBytes(UTF_8));
    } else {
      profile.out().print(groups.isEmpty() ? options.howToFill() : table(groups));
    }
  }

  private static String table(List<RunGroup> groups) {
    TextTable table =
        new TextTable(
            "APPLICATION",
            "INPUT",
            "CLUSTER",
            "FRAMEWORK",
            "PER NODE",
            "RUNS>",
            "MEDIAN>",
            "RANGE>");
    boolean disturbed = false;
    for (RunGroup group : groups) {
      disturbed |= group.disturbedRuns() > 0;
      table.add(
          CellText.of(group.group().application()),
          CellText.inputBytes(group.group().inputBytes()),
          CellText.of(group.group().cluster()),
          CellText.framework(group.group().configuration()),
          CellText.perNode(group.group().configuration()),
          group.runs() + (group.disturbedRuns() > 0 ? "*" : " "),
          CellText.seconds(group.spread().median()),
          CellText.range(group.spread()));
    }
    return table + (disturbed ? "\n* some of these runs were disturbed\n" : "");
  }
}

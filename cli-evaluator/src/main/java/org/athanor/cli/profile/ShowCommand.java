// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.profile;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.athanor.cli.table.TextTable;
import org.athanor.cli.usage.UsageException;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.RunFilter;
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;
import org.athanor.yaml.text.Nearest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Shows one run with all details, or the runs of an application. */
@Command(
    mixinStandardHelpOptions = true,
    name = "show",
    description = "Shows one run with all details, or the latest runs of an application.",
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Examples:",
      "  athanor profile show wordcount       shows its runs, with their ids",
      "  athanor profile show 5f0c            shows the run whose id begins with 5f0c",
      "",
      "Exit code: 0 success, 1 the catalogue cannot be used, 2 wrong usage."
    })
final class ShowCommand implements Callable<Integer> {
  private static final int LATEST = 50;
  private static final int SHOWN_IDS = 5;

  @ParentCommand private ProfileCommand profile;

  @Parameters(
      paramLabel = "ID|APPLICATION",
      description = "A run's id, the beginning of an id, or an application's name.")
  private String name;

  @Mixin private CatalogueOptions options;

  @Override
  public Integer call() {
    return options.run("profile show", profile.err(), this::show);
  }

  private void show() throws UsageException, CatalogueException, IOException {
    Optional<Catalogue> opened = options.open();
    if (opened.isEmpty()) {
      throw unknown(List.of());
    }
    try (Catalogue catalogue = opened.get()) {
      profile.out().print(text(catalogue));
    }
  }

  private String text(Catalogue catalogue) throws UsageException, CatalogueException {
    List<String> applications = catalogue.applications();
    if (applications.contains(name)) {
      return runs(catalogue);
    }
    List<String> ids = catalogue.runIds(name, SHOWN_IDS);
    if (ids.size() > 1) {
      throw new UsageException(
          "ID=%s: the ids of several runs begin with this: %s%s"
              .formatted(name, String.join(", ", ids), ids.size() == SHOWN_IDS ? ", …" : ""));
    }
    Optional<Run> run = ids.isEmpty() ? Optional.empty() : catalogue.run(ids.get(0));
    return RunText.of(run.orElseThrow(() -> unknown(applications)));
  }

  private UsageException unknown(List<String> applications) {
    return new UsageException(
        "ID|APPLICATION=%s: there is no such run or application; %s"
            .formatted(
                name,
                applications.isEmpty()
                    ? "the catalogue is empty (athanor bench quick fills it)"
                    : "applications are "
                        + String.join(", ", applications)
                        + Nearest.hint(name, applications)));
  }

  private String runs(Catalogue catalogue) throws CatalogueException {
    Deque<Run> latest = new ArrayDeque<>();
    long[] older = {0};
    catalogue.forEachRun(
        RunFilter.ALL.withApplication(name),
        run -> {
          latest.addLast(run);
          if (latest.size() > LATEST) {
            latest.removeFirst();
            older[0]++;
          }
        });
    TextTable table =
        new TextTable(
            "RUN",
            "STARTED",
            "APPLICATION",
            "INPUT",
            "CLUSTER",
            "FRAMEWORK",
            "WALL>",
            "CPU>",
            "ENERGY>");
    boolean disturbed = false;
    for (Run run : latest) {
      boolean mark = run.execution().disturbance().isPresent();
      disturbed |= mark;
      table.add(
          run.id(),
          RunText.minute(run.execution().started()),
          CellText.of(run.application()),
          CellText.inputBytes(run.input().bytes()),
          CellText.of(run.cluster()),
          CellText.framework(run.configuration()),
          CellText.seconds(run.execution().wallSeconds()) + (mark ? "*" : " "),
          total(run, Resource.CPU_OWN_SECONDS),
          total(run, Resource.ENERGY_PACKAGE_JOULES));
    }
    return table
        + (disturbed ? "\n* the run was disturbed\n" : "")
        + (older[0] > 0 ? "\n" + older[0] + " older runs: see athanor profile export\n" : "");
  }

  private static String total(Run run, Resource resource) {
    return CellText.of(resource, run.total(resource));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.table.TextTable;
import org.athanor.cli.usage.UsageException;
import org.athanor.scheduler.catalogue.Learned;
import org.athanor.scheduler.catalogue.LearnedRun;
import org.athanor.scheduler.catalogue.MergedRuns;
import org.athanor.scheduler.clusters.ClusterMonitors;
import org.athanor.scheduler.energy.CoreUse;
import org.athanor.scheduler.journal.CandidateLine;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.MeasuredCopy;
import org.athanor.scheduler.pool.Pools;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.WorkflowTree;
import org.athanor.scheduler.service.Forecast;
import org.athanor.scheduler.service.NodePowers;
import org.athanor.scheduler.service.Scheduler;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Says what a run would do. */
@Command(
    mixinStandardHelpOptions = true,
    name = "plan",
    description = {
      "Says what of a workflow would run where, when and why. Nothing is started.",
      "Durations are predicted from earlier runs, or estimates; a job about which nothing is known",
      "is taken to last a minute."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {"", "Exit code: 0 success, 1 a cluster does not answer, 2 wrong usage."})
final class PlanCommand implements Callable<Integer> {
  @ParentCommand private ScheduleCommand schedule;
  @Mixin private WorkflowOptions workflow;
  @Mixin private ClusterOptions clusters;
  @Mixin private StateOption state;
  @Mixin private CatalogueOption catalogue;

  @Option(names = "--json", description = "Write JSON.")
  private boolean json;

  @Override
  public Integer call() throws UsageException, IOException, InterruptedException {
    WorkflowTree tree = workflow.tree(true);
    ClusterChoice choice = clusters.choice();
    ClusterConfigurations configurations = new ClusterConfigurations(System::getenv);
    WorkflowOptions.checkFileSystems(tree, choice.clusters(), configurations);
    try (ClusterMonitors monitors = Session.monitors(choice.clusters(), tag -> false)) {
      Pools pools = pools(tree);
      Learned learned = catalogue.read(choice.clusters(), schedule.err());
      List<Forecast.Planned> planned =
          Forecast.of(
              tree,
              new Forecast.Basis(
                  clusters.policy().make(monitors, schedule.err()::println),
                  clusters.seed(),
                  pools,
                  measured(learned.runs()),
                  use(),
                  NodePowers.of(monitors, learned.powers()),
                  copies(),
                  monitors.network()),
              monitors,
              new HadoopFiles(
                  new DriverCommands(Path.of("athanor"), System::getenv),
                  configurations,
                  choice.regions()));
      schedule.out().print(json ? json(tree, planned) : text(planned));
      for (var job : tree.jobs()) {
        if (planned.stream().noneMatch(each -> each.job().equals(job.name()))) {
          schedule.err().println("job " + job.name() + ": no cluster would run it now");
        }
      }
      return planned.size() == tree.jobs().size() ? ExitCode.SUCCESS : ExitCode.FAILED;
    }
  }

  /** The pools; all that the jobs name must be among them. */
  private Pools pools(WorkflowTree tree) throws UsageException {
    Pools pools = clusters.pools();
    for (JobSpec job : tree.jobs()) {
      Optional<String> problem = pools.problem(job.job().rules().pool());
      if (problem.isPresent()) {
        throw new UsageException("job " + job.name() + ": " + problem.get());
      }
    }
    return pools;
  }

  private List<MeasuredCopy> copies() throws IOException {
    Optional<Journal> journal = state.journal();
    if (journal.isEmpty()) {
      return List.of();
    }
    try (Journal open = journal.get()) {
      return open.copies().newest(Scheduler.MOST_MEASURED_COPIES);
    }
  }

  private MergedRuns measured(List<LearnedRun> learned) throws IOException {
    Optional<Journal> journal = state.journal();
    if (journal.isEmpty()) {
      return MergedRuns.of(List.of(), Set.of(), learned);
    }
    try (Journal open = journal.get()) {
      return MergedRuns.of(
          open.measurements().newest(Scheduler.MOST_MEASURED),
          open.measurements().attempts(Scheduler.MOST_MEASURED).keySet(),
          learned);
    }
  }

  private CoreUse use() throws IOException {
    CoreUse use = new CoreUse();
    Optional<Journal> journal = state.journal();
    if (journal.isPresent()) {
      try (Journal open = journal.get()) {
        open.energy().uses(Scheduler.MOST_MEASURED).forEach(use::add);
      }
    }
    return use;
  }

  private static String text(List<Forecast.Planned> planned) {
    TextTable table = new TextTable("job", "cluster", "from>", "until>", "predicted>", "why");
    for (Forecast.Planned each : planned) {
      table.add(
          each.job(),
          each.cluster(),
          Texts.seconds(each.from()),
          Texts.seconds(each.until()),
          each.seconds()
              .map(it -> String.format(Locale.ROOT, "%.1f s", it.middle()))
              .orElse("unknown"),
          why(each) + input(each));
    }
    Duration last =
        planned.stream()
            .map(Forecast.Planned::until)
            .max(Duration::compareTo)
            .orElse(Duration.ZERO);
    return table + "the run would end after " + Texts.seconds(last) + "\n";
  }

  private static String why(Forecast.Planned each) {
    String reason = each.decision().reason();
    return each.waits().map(waits -> waits + "; then " + reason).orElse(reason);
  }

  private static String input(Forecast.Planned each) {
    return switch (each.decision().access()) {
      case LOCAL -> "";
      case STAGE -> "; copies its input first, " + Texts.seconds(each.input());
      case REMOTE_READ ->
          "; reads its input from another region, "
              + Texts.seconds(each.input())
              + " longer than near it";
    };
  }

  private String json(WorkflowTree tree, List<Forecast.Planned> planned) throws UsageException {
    JsonWriter json = new JsonWriter();
    json.beginObject().name("workflow").value(tree.workflow().orElseThrow());
    json.name("policy").value(clusters.policy().text()).name("jobs").beginArray();
    for (Forecast.Planned each : planned) {
      json.element().beginObject();
      json.name("job").value(each.job()).name("cluster").value(each.cluster());
      json.name("fromSeconds").value(each.from().toMillis() / 1e3f);
      json.name("untilSeconds").value(each.until().toMillis() / 1e3f);
      each.seconds()
          .ifPresent(
              it -> {
                json.name("predicted").beginObject().name("low").value((float) it.low());
                json.name("middle").value((float) it.middle());
                json.name("high").value((float) it.high());
                json.name("source").value(it.source().text());
                json.name("runs").value(it.runs()).endObject();
              });
      json.name("access").value(each.decision().access().name().toLowerCase(Locale.ROOT));
      json.name("inputSeconds").value(each.input().toMillis() / 1e3f);
      json.name("reason").value(each.decision().reason());
      each.waits().ifPresent(waits -> json.name("waits").value(waits));
      json.name("candidates").beginArray();
      each.decision()
          .candidates()
          .forEach(candidate -> json.element().value(CandidateLine.of(candidate)));
      json.endArray().endObject();
    }
    return json.endArray().endObject() + "\n";
  }
}

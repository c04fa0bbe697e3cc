// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.athanor.scheduler.clusters.Power;
import org.athanor.scheduler.clusters.PowerDown;
import org.athanor.scheduler.clusters.PowerDown.Hook;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.EpsilonPolicy;
import org.athanor.testkit.SharedData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * The evaluation of power-down, with power-down.csv. The short one has few jobs and files. With
 * {@code ATHANOR_TEST_RENEW=true} the whole one is run, and its table written to
 * docs/scheduling-evaluation.md. Skipped without the traces.
 */
class PowerEvaluationTest {
  private static final Table.Row ROW = Table.read("power-down.csv").rows().get(0);
  private static final Table NODES = Table.read("epsilon-clusters.csv");
  private static final double ALL_SECONDS = 3 * 3600;
  private static final double FEW_SECONDS = 900;
  private static final int FEW_FILES = 200;
  private static final List<String> TRACES =
      List.of("FB-2009_samples_24_times_1hr_1", "FB-2010_samples_24_times_1hr_0");
  private static final long SEED = 1;

  /** How the nodes are used. */
  private enum Way {
    ALL_ON,
    /** One replica of each block is on a node that is never off. */
    PLACED,
    /** The same, and a boot counts once, and not twice. */
    EAGER,
    /** Replicas are anywhere. */
    BY_CHANCE
  }

  /** The same jobs, later, so that all nodes together have the load of the table. */
  private static List<ModelJob> stretched(List<ModelJob> jobs, double factor) {
    return jobs.stream()
        .map(
            job ->
                new ModelJob(
                    job.name(),
                    job.submitted() * factor,
                    job.needs(),
                    job.bytes(),
                    job.at(),
                    job.seconds(),
                    job.joules(),
                    job.allowedSeconds()))
        .toList();
  }

  private static List<ModelJob> jobs(String trace, double seconds) throws IOException {
    List<ModelJob> jobs =
        new EpsilonWorkload(Double.POSITIVE_INFINITY)
            .jobs(SharedData.file("swim/" + trace + ".tsv"), seconds).stream()
                .sorted((one, other) -> Double.compare(one.submitted(), other.submitted()))
                .toList();
    double low = 0.01;
    double high = 1000;
    for (int i = 0; i < 40; i++) {
      double middle = Math.sqrt(low * high);
      if (load(run(stretched(jobs, middle), Way.ALL_ON, 0)) > ROW.number("load")) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return stretched(jobs, high);
  }

  private static double load(PowerModel.Result result) {
    double nodes = NODES.rows().stream().mapToDouble(row -> row.number("nodes")).sum();
    return result.busySeconds() / nodes / result.makespan();
  }

  private static PowerModel.Result run(List<ModelJob> jobs, Way way, int files) throws IOException {
    Map<String, PowerSite> sites = new TreeMap<>();
    Map<String, Resources> totals = new TreeMap<>();
    for (Table.Row row : NODES.rows()) {
      int nodes = (int) row.number("nodes");
      sites.put(row.text("cluster"), new PowerSite(setup(row, nodes, way, files), SEED));
      totals.put(row.text("cluster"), new Resources(nodes, 0, 0, 0));
    }
    return new PowerModel(
            new ModelClusters(totals), new EpsilonPolicy(EpsilonPolicy.Merit.ENERGY), sites)
        .run(jobs);
  }

  private static PowerSite.Setup setup(Table.Row row, int nodes, Way way, int files) {
    double busy = row.number("watts per node");
    int covering = (int) Math.round(nodes * ROW.number("covering part"));
    return new PowerSite.Setup(
        nodes,
        new Power(busy * ROW.number("idle part"), busy),
        ROW.number("watts off"),
        way == Way.ALL_ON
            ? Optional.empty()
            : Optional.of(settings(nodes, covering, way == Way.EAGER ? 1 : 2)),
        ROW.number("boot seconds"),
        ROW.number("drain seconds"),
        covering,
        List.of(
            PowerModel.blocks(
                files * (int) ROW.number("blocks"),
                (int) ROW.number("replicas"),
                nodes,
                way == Way.BY_CHANCE ? 0 : covering,
                new Random(SEED))));
  }

  /** The keys' defaults, but for the covering nodes and the most time of a boot. */
  private static PowerDown settings(int nodes, int covering, double factor) {
    Map<Hook, List<String>> hooks = new EnumMap<>(Hook.class);
    for (Hook hook : Hook.values()) {
      hooks.put(hook, List.of(hook.id(), PowerDown.NODE));
    }
    return new PowerDown(
        PowerModel.names(nodes).subList(covering, nodes),
        hooks,
        new PowerDown.Limits(covering, 1, factor, ROW.number("watts off")),
        new PowerDown.Times(
            Duration.ofHours(1), Duration.ofMinutes(5), Duration.ofMinutes(2), Duration.ofDays(7)));
  }

  @Test
  void powerDownSavesEnergyAndAllBlocksCanBeRead() throws Exception {
    List<ModelJob> jobs = jobs(TRACES.get(0), FEW_SECONDS);
    PowerModel.Result on = run(jobs, Way.ALL_ON, FEW_FILES);
    // One long job keeps the load of so few below that of the table.
    assertThat(load(on)).isLessThanOrEqualTo(ROW.number("load"));
    assertThat(on.boots() + on.mostOff() + on.unreadable()).isZero();
    assertThat(on.foresightJoules()).isBetween(on.boundJoules(), on.joules());
    PowerModel.Result placed = run(jobs, Way.PLACED, FEW_FILES);
    assertThat(placed.unreadable()).isZero();
    assertThat(placed.mostOff()).isBetween(1, 200);
    // So few jobs leave nodes idle for little longer than a boot takes.
    assertThat(placed.joules()).isBetween(placed.boundJoules(), on.joules());
    PowerModel.Result chance = run(jobs, Way.BY_CHANCE, FEW_FILES);
    assertThat(chance.unreadable()).isZero();
    assertThat(chance.joules()).isBetween(placed.joules(), 1.01 * on.joules());
  }

  @Test
  @EnabledIfEnvironmentVariable(named = "ATHANOR_TEST_RENEW", matches = "true")
  void writesTheTableOfThePage() throws Exception {
    StringBuilder text = new StringBuilder();
    for (String trace : TRACES) {
      text.append(table(trace));
    }
    EvaluationPage.write("power-evaluation", text.toString());
  }

  private static String table(String trace) throws IOException {
    int files = (int) ROW.number("files");
    List<ModelJob> jobs = jobs(trace, ALL_SECONDS);
    PowerModel.Result on = run(jobs, Way.ALL_ON, files);
    StringBuilder table = new StringBuilder();
    table.append("`").append(trace).append("`, ").append(jobs.size()).append(" jobs in ");
    table.append(number("%.1f", on.makespan() / 3600)).append(" h, load ");
    table.append(number("%.1f", 100 * load(on))).append(" %:\n\n");
    table.append(
        "| | energy, kWh | energy, % | mean completion, % | makespan, % | boots | most nodes off |"
            + " most blocks unreadable |\n");
    table.append("|---|---|---|---|---|---|---|---|\n");
    row(table, "all nodes on", on, on);
    row(table, "power-down, files placed for it", run(jobs, Way.PLACED, files), on);
    row(table, "the same, `factor: 1`", run(jobs, Way.EAGER, files), on);
    row(table, "power-down, replicas anywhere", run(jobs, Way.BY_CHANCE, files), on);
    bound(table, "each gap known before", on.foresightJoules(), on);
    bound(table, "bound", on.boundJoules(), on);
    return table.append('\n').toString();
  }

  private static void bound(StringBuilder table, String name, double joules, PowerModel.Result on) {
    table.append("| ").append(name).append(" | ").append(number("%.0f", joules / 3.6e6));
    table.append(" | ").append(number("%+.1f", 100 * (joules / on.joules() - 1)));
    table.append(" | | | | | |\n");
  }

  private static void row(
      StringBuilder table, String name, PowerModel.Result result, PowerModel.Result on) {
    String[] cells = {
      name,
      number("%.0f", result.joules() / 3.6e6),
      number("%+.1f", 100 * (result.joules() / on.joules() - 1)),
      number("%+.1f", 100 * (result.meanCompletion() / on.meanCompletion() - 1)),
      number("%+.1f", 100 * (result.makespan() / on.makespan() - 1)),
      Integer.toString(result.boots()),
      Integer.toString(result.mostOff()),
      Integer.toString(result.unreadable())
    };
    table.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  private static String number(String format, double amount) {
    return String.format(Locale.ROOT, format, amount);
  }
}

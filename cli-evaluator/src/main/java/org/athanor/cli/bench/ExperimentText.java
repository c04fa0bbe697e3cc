// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.athanor.bench.experiment.run.Offers;
import org.athanor.bench.experiment.run.Offers.Offer;
import org.athanor.bench.workload.Workload;
import org.athanor.bench.workload.Workloads;
import org.athanor.results.AmountText;
import org.athanor.results.Unit;

/** Experiment files for this machine. */
final class ExperimentText {
  /** The smallest number that allows a verdict on each of the comparisons. */
  private static final int QUICK_REPETITIONS = 5;

  /** The framework that speed-ups refer to, if it can run. */
  private static final String BASELINE = "hadoop";

  /** The workloads of examples. */
  private static final List<String> CHOSEN = List.of("wordcount", "terasort");

  private ExperimentText() {}

  /** A commented example with everything that this machine can run. */
  static String example(Offers offers) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            """
        # An experiment for %s: %d processors, %s.
        # Run it with: athanor bench run THIS_FILE
        # Every key, with its values and default: docs/experiment-file.md
        name: example

        # The machines: localhost, or [user@]host of others that ssh reaches without a password.
        nodes: [localhost]

        # What each framework gets on each node. Without this: all processors, and the memory that can be spared.
        resources: {cores: %s, memory: %s}

        # Where inputs, outputs and intermediate data are, to compare disks: each trial runs on each storage.
        # storage:
        #   - {label: ssd, data: [/ssd/me], spill: [/ssd/me]}
        #   - {label: disk, data: [/disk/me], spill: [/disk/me], block: 256m, replication: 1}

        # A framework that cannot run here is commented out, with the reason.
        frameworks:
        """,
            offers.system().host(),
            offers.system().processors(),
            AmountText.of(offers.system().memoryBytes(), Unit.BYTES),
            offers.cores(),
            offers.memory()));
    offers.frameworks().forEach(offer -> appendFramework(text, offer));
    text.append(
        """

        # Each input is generated once, by size and seed, and kept; each output is verified.
        workloads:
          - wordcount: {size: 1g}
          - terasort: {size: 1g}
        OTHERS
        # Confidence intervals and verdicts need repetitions: 5 are enough for up to 12 comparisons with the
        # baseline (frameworks × workloads × sizes), 6 for up to 46.
        repetitions: 5
        warmup: 1
        timeout: 30m
        BASELINE

        # A trial is repeated if other processes took more of the CPU time than this.
        disturbance: {limit: 10%, attempts: 3}
        """
            .replace("OTHERS\n", otherWorkloads())
            .replace("BASELINE", baseline(offers.frameworks())));
    return text.toString();
  }

  /** The other workloads that need no keys, as comments. */
  private static String otherWorkloads() {
    StringBuilder text = new StringBuilder();
    for (Workload workload : Workloads.all()) {
      if (!CHOSEN.contains(workload.kind())
          && Workloads.problems(workload.kind(), Map.of()).isEmpty()) {
        text.append("  # - ").append(workload.kind()).append('\n');
      }
    }
    return text.append('\n').toString();
  }

  /** Hadoop, or the first framework that can run; a comment if none can. */
  private static String baseline(List<Offer> offers) {
    List<String> usable = offers.stream().filter(Offer::usable).map(ExperimentText::label).toList();
    String wanted = usable.isEmpty() || usable.contains(BASELINE) ? BASELINE : usable.get(0);
    return (usable.isEmpty() ? "# " : "") + "baseline: " + wanted;
  }

  private static void appendFramework(StringBuilder text, Offer offer) {
    String entry =
        "- " + offer.kind() + ": {mode: " + offer.mode() + ", label: " + label(offer) + "}";
    if (offer.usable()) {
      text.append("  ").append(entry).append('\n');
    } else {
      text.append("  # ").append(entry).append('\n');
      offer.problems().forEach(problem -> text.append("  #     ").append(problem).append('\n'));
    }
  }

  private static String label(Offer offer) {
    return offer.mode().equals("local") || offer.mode().equals("embedded")
        ? offer.kind()
        : offer.kind() + "-" + offer.mode();
  }

  /**
   * Two small workloads on the frameworks that need no daemons.
   *
   * @param size of each input
   */
  static String quick(List<Offer> frameworks, String size) {
    StringBuilder text =
        new StringBuilder("# What `athanor bench quick` ran.\nname: quick\nframeworks:\n");
    frameworks.forEach(
        offer ->
            text.append("  - ")
                .append(offer.kind())
                .append(": {mode: ")
                .append(offer.mode())
                .append("}\n"));
    text.append("workloads:\n");
    CHOSEN.forEach(
        kind -> text.append("  - ").append(kind).append(": {size: ").append(size).append("}\n"));
    return text.append("repetitions: ")
        .append(QUICK_REPETITIONS)
        .append("\nwarmup: 0\nbaseline: ")
        .append(frameworks.get(0).kind())
        .append("\ndisturbance: {limit: 10%, attempts: 2}\n")
        .toString();
  }
}

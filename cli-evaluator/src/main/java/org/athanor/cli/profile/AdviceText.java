// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.profile;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.athanor.cli.table.TextTable;
import org.athanor.results.AmountText;
import org.athanor.results.Unit;
import org.athanor.scheduler.catalogue.Advice;
import org.athanor.scheduler.catalogue.Advisor;
import org.athanor.scheduler.catalogue.Choice;
import org.athanor.scheduler.catalogue.HeldOut;
import org.athanor.scheduler.predict.Prediction;

/** Writes advice for people. */
final class AdviceText {
  private static final int MOST_ROWS = 10;
  private static final int MOST_RUNS = 5;
  private static final String NONE_MISSING =
      "No further run could change what is best, as far as is known.\n";

  private AdviceText() {}

  static String of(
      AdviceQuestion question, List<Advice> advice, Optional<Advisor.Missing> missing) {
    TextTable table =
        new TextTable(
            "FRAMEWORK",
            "PER NODE",
            "CLUSTER",
            "STORAGE",
            "TIME>",
            "RANGE>",
            "SURE>",
            "ENERGY>",
            "FROM");
    List<Advice> known = advice.stream().filter(each -> each.seconds().isPresent()).toList();
    known.stream().limit(MOST_ROWS).forEach(each -> add(table, each));
    boolean unmeasured =
        question.goal() == Advisor.Goal.ENERGY
            && known.stream().allMatch(each -> each.joules().isEmpty());
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s, input of %s, %s first:%n%n",
            CellText.of(question.application()),
            AmountText.of(question.bytes(), Unit.BYTES),
            question.goal() == Advisor.Goal.TIME || unmeasured
                ? "the fastest"
                : "the least energy"));
    text.append(table).append('\n');
    if (known.size() > MOST_ROWS) {
      text.append("And " + (known.size() - MOST_ROWS) + " more: see --json.\n");
    }
    if (unmeasured) {
      return text.append("No run measured energy, so which choice needs least is not known.\n")
          .toString();
    }
    if (!known.isEmpty()) {
      text.append("Best: " + choice(known.get(0).choice()) + ". ");
      text.append(rests(known.get(0)) + "\n");
    }
    text.append(missing.map(each -> missing(question, each)).orElse(NONE_MISSING));
    return text.toString();
  }

  private static void add(TextTable table, Advice advice) {
    Choice choice = advice.choice();
    Prediction seconds = advice.seconds().orElseThrow();
    table.add(
        CellText.framework(choice.configuration()),
        CellText.perNode(choice.configuration()),
        cluster(choice),
        choice.storage().orElse("-"),
        CellText.seconds(seconds.middle()),
        AmountText.digits(seconds.low()) + " to " + CellText.seconds(seconds.high()),
        seconds.level() > 0 ? percent(seconds.level()) : "-",
        advice.joules().map(joules -> AmountText.of(joules.middle(), Unit.JOULES)).orElse("-"),
        seconds.source().text() + " (" + seconds.runs() + ")");
  }

  private static String cluster(Choice choice) {
    return choice.label().orElseGet(() -> CellText.of(choice.nodes()))
        + choice.network().map(network -> ", " + network).orElse("");
  }

  private static String choice(Choice choice) {
    return CellText.framework(choice.configuration())
        + " on "
        + cluster(choice)
        + choice.storage().map(storage -> ", " + storage).orElse("");
  }

  private static String rests(Advice best) {
    if (best.runs().isEmpty()) {
      return "Nobody has run the application so.";
    }
    List<String> shown = best.runs().subList(0, Math.min(MOST_RUNS, best.runs().size()));
    return "It rests on runs "
        + String.join(", ", shown)
        + (best.runs().size() > shown.size() ? ", …" : "")
        + ".";
  }

  private static String missing(AdviceQuestion question, Advisor.Missing missing) {
    Unit unit = question.goal() == Advisor.Goal.TIME ? Unit.SECONDS : Unit.JOULES;
    return "A run of this size with "
        + choice(missing.choice())
        + " would teach most: up to "
        + AmountText.of(missing.gain(), unit)
        + " could be gained.\n";
  }

  private static String percent(double part) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * part);
  }

  static String check(Advisor advisor) {
    return "Runs that were predicted from runs of other sizes or applications:\n\n"
        + of(advisor.checkSizes())
        + "\nRuns that were predicted from all others, of which some had the same size:\n\n"
        + of(advisor.checkRepetitions());
  }

  private static String of(HeldOut heldOut) {
    TextTable table =
        new TextTable("PREDICTED FROM", "RUNS>", "MEDIAN ERROR>", "IN RANGE>", "PROMISED>");
    heldOut
        .bySource()
        .forEach(
            (source, errors) ->
                table.add(
                    source.text(),
                    Integer.toString(errors.runs()),
                    String.format(Locale.ROOT, "%.1f %%", 100 * errors.medianError()),
                    percent(errors.coverage()),
                    errors.level() > 0 ? percent(errors.level()) : "-"));
    return table
        + (heldOut.unpredicted() > 0
            ? "\nOf " + heldOut.unpredicted() + " runs nothing could be predicted.\n"
            : "");
  }
}

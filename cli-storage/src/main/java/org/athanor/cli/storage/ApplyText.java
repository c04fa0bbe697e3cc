// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.util.List;
import java.util.Locale;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.table.TextTable;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.Outcome.Status;

/** What became of the actions of a plan: counts, and the files that need a look. */
final class ApplyText {
  private static final int MOST_FILES = 20;

  private ApplyText() {}

  static String of(List<Outcome> outcomes, boolean dryRun) {
    StringBuilder text = new StringBuilder();
    TextTable table = new TextTable(dryRun ? "would be" : "is", "files>", "their length>");
    for (Status status : Status.values()) {
      List<Outcome> of = outcomes.stream().filter(o -> o.status() == status).toList();
      if (!of.isEmpty()) {
        table.add(
            words(status, dryRun),
            String.format(Locale.ROOT, "%,d", of.size()),
            Amounts.size(of.stream().mapToLong(o -> o.action().bytes()).sum()));
      }
    }
    if (outcomes.isEmpty()) {
      return "There is nothing to change.\n";
    }
    text.append(table);
    // All that are perhaps changed in part, and some of the others.
    List<Outcome> begun = outcomes.stream().filter(ApplyText::isBegun).toList();
    List<Outcome> others =
        outcomes.stream()
            .filter(o -> !isBegun(o) && !o.detail().isEmpty())
            .filter(o -> !dryRun || o.status() != Status.NOT_TRIED)
            .toList();
    begun.forEach(outcome -> describe(text, outcome));
    others.stream().limit(MOST_FILES).forEach(outcome -> describe(text, outcome));
    if (others.size() > MOST_FILES) {
      text.append("… and ").append(others.size() - MOST_FILES).append(" more; see --json\n");
    }
    if (!begun.isEmpty() || (!dryRun && has(outcomes, Status.NOT_TRIED))) {
      text.append(has(outcomes, Status.NOT_TRIED) ? "What was not tried is as it was. " : "")
          .append(
              "To go on, give the same command again: it sees what is done, and does the rest.\n");
    }
    return text.toString();
  }

  private static boolean isBegun(Outcome outcome) {
    return outcome.status() == Status.INCOMPLETE || outcome.status() == Status.FAILED;
  }

  private static boolean has(List<Outcome> outcomes, Status status) {
    return outcomes.stream().anyMatch(outcome -> outcome.status() == status);
  }

  private static void describe(StringBuilder text, Outcome outcome) {
    // A file's name may have a line break.
    text.append(outcome.action().path().replaceAll("\\p{Cntrl}", "?"))
        .append(": ")
        .append(outcome.detail())
        .append('\n');
  }

  private static String words(Status status, boolean dryRun) {
    return switch (status) {
      case DONE -> "done";
      case WAS_DONE -> "done already";
      case CHANGED -> "left alone: has changed";
      case LEFT_ALONE -> "left alone";
      case ASKED -> "asked for, not verified";
      case NO_ROOM -> "left alone: no room";
      case INCOMPLETE -> "incomplete: HDFS has not moved all";
      case FAILED -> "failed";
      case NOT_TRIED -> dryRun ? "done" : "not tried";
    };
  }

  static String json(List<Outcome> outcomes) {
    JsonWriter json = new JsonWriter();
    json.beginObject().name("format").value("athanor-storage-outcome").name("version").value(1);
    json.name("files").beginArray();
    for (Outcome outcome : outcomes) {
      json.element().beginObject();
      json.name("path").value(outcome.action().path());
      json.name("status").value(outcome.status().name().toLowerCase(Locale.ROOT).replace('_', '-'));
      json.name("detail").value(outcome.detail());
      json.endObject();
    }
    return json.endArray().endObject().toString();
  }
}

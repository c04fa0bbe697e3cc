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
    List<Outcome> notable =
        outcomes.stream()
            .filter(o -> !o.detail().isEmpty() && !(dryRun && o.status() == Status.NOT_TRIED))
            .toList();
    for (Outcome outcome : notable.subList(0, Math.min(MOST_FILES, notable.size()))) {
      text.append(outcome.action().path()).append(": ").append(outcome.detail()).append('\n');
    }
    if (notable.size() > MOST_FILES) {
      text.append("… and ").append(notable.size() - MOST_FILES).append(" more; see --json\n");
    }
    return text.toString();
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

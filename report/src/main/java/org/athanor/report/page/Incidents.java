// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.page;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.athanor.report.statistics.Summary;
import org.athanor.results.Outcome;
import org.athanor.results.Results.Skip;
import org.athanor.results.TrialResult;

/** The section of trials that failed or were disturbed, with the reason and the end of the log. */
final class Incidents {

  /** The limit of all logs on the page together. */
  private static final int MOST_LOG_CHARACTERS = 600_000;

  private static final List<String> LOGS = List.of("stderr.log", "stdout.log");

  private final Summary summary;
  private final Path out;
  private int logCharacters;

  Incidents(Summary summary, Path out) {
    this.summary = summary;
    this.out = out.toAbsolutePath();
  }

  void write(Html html) {
    List<TrialResult> failed =
        summary.study().trials().stream()
            .filter(trial -> trial.outcome() != Outcome.VERIFIED)
            .toList();
    List<TrialResult> disturbed =
        summary.study().trials().stream()
            .filter(trial -> trial.outcome() == Outcome.VERIFIED)
            .filter(trial -> trial.disturbance().isPresent())
            .toList();
    html.open("section", "id", "incidents").with("h2", "Failed and disturbed trials");
    html.with(
        "p",
        "Failed trials are not part of any statistic. Disturbed trials were repeated; they count"
            + " only if no further attempt was allowed.",
        "class",
        "lede");
    if (failed.isEmpty() && disturbed.isEmpty()) {
      html.with("p", "No trial failed, and none was disturbed.", "class", "none");
    }
    withSameReason(failed, trial -> trial.outcome() + trial.reason().orElse(""))
        .forEach(
            trials ->
                incident(
                    html,
                    trials,
                    label(trials.get(0).outcome()),
                    "bad",
                    trials.get(0).reason().orElse("")));
    withSameReason(disturbed, trial -> trial.superseded() + trial.disturbance().orElse(""))
        .forEach(
            trials ->
                incident(
                    html,
                    trials,
                    trials.get(0).superseded() ? "disturbed, repeated" : "disturbed",
                    "warn",
                    trials.get(0).disturbance().orElse("")));
    skipped(html);
    html.close();
  }

  private void skipped(Html html) {
    if (summary.study().skipped().isEmpty()) {
      return;
    }
    html.with("h3", "Not run");
    html.open("ul");
    for (Skip skip : summary.study().skipped()) {
      html.with("li", skip.framework() + ", " + skip.workload() + ": " + skip.reason());
    }
    html.close();
  }

  private static String label(Outcome outcome) {
    return switch (outcome) {
      case VERIFIED -> "verified";
      case FAILED -> "failed";
      case TIMED_OUT -> "timed out";
      case WRONG_OUTPUT -> "wrong output";
    };
  }

  /** Lists of trials of one group with the same reason, ordered by their first trials. */
  private static Collection<List<TrialResult>> withSameReason(
      List<TrialResult> trials, Function<TrialResult, String> reason) {
    Map<List<Object>, List<TrialResult>> groups = new LinkedHashMap<>();
    for (TrialResult trial : trials) {
      groups
          .computeIfAbsent(
              List.of(
                  trial.key().framework(),
                  trial.key().workload(),
                  trial.key().nodes(),
                  reason.apply(trial)),
              unused -> new ArrayList<>())
          .add(trial);
    }
    return groups.values();
  }

  private void incident(
      Html html, List<TrialResult> trials, String badge, String style, String reason) {
    TrialResult first = trials.get(0);
    html.open("article", "class", "incident");
    html.open("h3")
        .with("span", badge, "class", "badge " + style)
        .text(
            " %s, %s, %s"
                .formatted(
                    first.key().framework(),
                    first.key().workload(),
                    Names.nodes(first.key().nodes())))
        .text(trials.size() > 1 ? String.format(Locale.ROOT, ", %d trials", trials.size()) : "")
        .close();
    html.with("p", reason, "class", "reason");
    html.open("p", "class", "note").text("Files: ");
    for (TrialResult trial : trials) {
      html.with("a", Names.attempt(trial), "href", link(Path.of(trial.directory())) + "/")
          .text(" ");
    }
    html.close();
    if (first.outcome() != Outcome.VERIFIED) {
      LOGS.forEach(name -> log(html, Path.of(first.directory()).resolve(name)));
    }
    html.close();
  }

  private void log(Html html, Path file) {
    String tail = LogTail.of(file);
    if (tail.isEmpty()) {
      return;
    }
    html.open("details").with("summary", "End of " + file.getFileName());
    if (logCharacters >= MOST_LOG_CHARACTERS) {
      html.with("p", "Not shown, to limit the size of the page; see the file.");
    } else {
      logCharacters += tail.length();
      html.with("pre", tail, "tabindex", "0");
    }
    html.close();
  }

  private String link(Path directory) {
    try {
      return out.relativize(directory).toString().replace('\\', '/');
    } catch (IllegalArgumentException e) {
      return directory.toUri().toString();
    }
  }
}

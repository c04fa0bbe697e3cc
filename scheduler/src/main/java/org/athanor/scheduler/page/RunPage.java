// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.page;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.athanor.scheduler.energy.EnergySum;
import org.athanor.scheduler.journal.AlertTables;
import org.athanor.scheduler.journal.CandidateLine;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.service.Outlook;
import org.athanor.web.Html;
import org.athanor.web.ShownText;

/** The page of a run. Stateless. */
final class RunPage {
  /** The most jobs of the table. */
  static final int MOST_JOBS = 200;

  private static final int MOST_MESSAGE = 2000;

  private RunPage() {}

  /**
   * The page.
   *
   * @param from the first job of the table, from 0
   */
  static String html(RunView view, int from) {
    RunState run = view.run();
    Html html = PageFrame.begin(run.spec().workflow(), run.ended().isEmpty());
    html.markup("<p class=meta>");
    StateMark.append(html, run.status());
    html.markup(" · run <code>").text(run.spec().id()).markup("</code> · submitted ");
    html.text(Units.time(run.spec().submitted())).markup(" UTC");
    long done = view.jobs().stream().filter(it -> it.state().phase() == Phase.SUCCEEDED).count();
    html.markup(" · ").number(done).markup(" of ").number(view.jobs().size()).markup(" jobs done");
    Duration took = Duration.between(run.spec().submitted(), run.ended().orElse(view.now()));
    html.markup(run.ended().isPresent() ? " · took " : " · for ").text(Units.duration(took));
    run.spec()
        .deadline()
        .ifPresent(
            by -> {
              html.markup(" · promised by ").text(Units.time(by)).markup(" UTC");
              promise(html, view.promise());
            });
    end(view)
        .ifPresent(end -> html.markup(" · expected to end ").text(Units.time(end)).markup(" UTC"));
    html.markup("</p>");
    PageFrame.main(html);
    html.markup("<section><h2>Graph</h2>\n");
    GraphPicture.append(html, view);
    html.markup("</section>\n<section><h2>Clusters</h2>\n");
    GanttPicture.append(html, view);
    html.markup("</section>\n<section><h2>Jobs</h2>\n");
    jobs(html, view, from);
    html.markup("</section>\n");
    return PageFrame.end(html, "/runs/" + run.spec().id() + ".json", view.now());
  }

  /** At risk, or missed. */
  private static void promise(Html html, Optional<AlertTables.Promise> promise) {
    StateMark.append(html, promise.map(AlertTables.Promise::state));
    promise
        .flatMap(AlertTables.Promise::expected)
        .ifPresent(end -> html.markup(", at ").text(Units.time(end)).markup(" UTC at the latest"));
  }

  private static Optional<Instant> end(RunView view) {
    return view.jobs().stream()
        .flatMap(job -> job.expected().stream())
        .map(Outlook.Expected::until)
        .max(Instant::compareTo);
  }

  private static void jobs(Html html, RunView view, int from) {
    int first = Math.min(from, Math.max(0, view.jobs().size() - 1));
    List<JobView> shown =
        view.jobs().subList(first, Math.min(view.jobs().size(), first + MOST_JOBS));
    html.markup("<div class=scroll><table class=jobs><thead><tr><th>job<th>state<th>cluster")
        .markup("<th class=n>predicted<th class=n>actual<th class=n>error<th class=n>energy")
        .markup("<th class=n>attempt<th class=n>exit<th>applications<th>why</tr></thead><tbody>\n");
    shown.forEach(job -> row(html, job, view.now()));
    html.markup("</tbody></table></div>\n");
    PageFrame.paging(
        html,
        "/runs/" + view.run().spec().id(),
        first,
        shown.size(),
        MOST_JOBS,
        first + shown.size() < view.jobs().size());
  }

  private static void row(Html html, JobView job, Instant now) {
    JobState state = job.state();
    html.markup("<tr><td class=name>").text(job.name()).markup("</td><td>");
    StateMark.append(html, state.phase());
    promise(html, job.promise());
    html.markup("</td><td>").text(cluster(job)).markup("</td>");
    Optional<AttemptView> last = job.last();
    Optional<CandidateLine.Seconds> predicted = last.flatMap(AttemptView::predicted);
    PageFrame.number(html, predicted(job, predicted));
    PageFrame.number(html, last.map(it -> Units.duration(it.took(now))).orElse(""));
    PageFrame.number(html, error(last, predicted, now));
    energy(html, job);
    PageFrame.number(
        html, state.attempt().number() == 0 ? "" : Integer.toString(state.attempt().number()));
    PageFrame.number(html, state.attempt().exitCode().map(code -> "" + code).orElse(""));
    html.markup("<td class=ids>");
    job.attempts().stream()
        .flatMap(attempt -> attempt.applications().stream())
        .forEach(id -> html.text(id).markup(" "));
    html.markup("</td><td class=why>");
    why(html, job);
    html.markup("</td></tr>\n");
  }

  private static void energy(Html html, JobView job) {
    html.markup("<td class=n")
        .attribute(
            "title",
            job.energy().stream()
                .map(it -> "attempt " + it.attempt() + ": " + EnergySum.explained(it.energy()))
                .collect(Collectors.joining("; ")))
        .markup(">")
        .text(job.energySum().text())
        .markup("</td>");
  }

  private static String cluster(JobView job) {
    String cluster = job.state().attempt().cluster();
    return job.state().phase() == Phase.READY || job.state().phase() == Phase.WAITING
        ? ""
        : cluster;
  }

  private static String predicted(JobView job, Optional<CandidateLine.Seconds> predicted) {
    if (predicted.isPresent()) {
      CandidateLine.Seconds it = predicted.get();
      return interval(it.low(), it.middle(), it.high());
    }
    if (job.last().isPresent() || job.expected().isEmpty()) {
      return "";
    }
    Outlook.Expected it = job.expected().get();
    return it.isKnown()
        ? interval(
            seconds(it.from(), it.low()),
            seconds(it.from(), it.until()),
            seconds(it.from(), it.high()))
        : "not known";
  }

  private static double seconds(Instant from, Instant to) {
    return Duration.between(from, to).toMillis() / 1e3;
  }

  private static String interval(double low, double middle, double high) {
    return Units.seconds(middle)
        + (low == high ? "" : " (" + Units.seconds(low) + " – " + Units.seconds(high) + ")");
  }

  private static String error(
      Optional<AttemptView> last, Optional<CandidateLine.Seconds> predicted, Instant now) {
    if (predicted.isEmpty() || last.get().outcome() != AttemptView.Outcome.SUCCEEDED) {
      return "";
    }
    double actual = Math.max(1e-3, last.get().took(now).toMillis() / 1e3);
    double off = (predicted.get().middle() - actual) / actual;
    return (off >= 0 ? "+" : "") + Units.percent(off);
  }

  private static void why(Html html, JobView job) {
    String message = ShownText.of(job.state().message(), MOST_MESSAGE);
    Optional<Journal.Choice> decision = job.decision();
    if (decision.isEmpty()) {
      html.text(message);
      return;
    }
    Journal.Choice it = decision.get();
    boolean says = !message.isEmpty() && !message.equals(it.reason());
    html.markup("<details").attribute("id", "why-" + job.name()).markup("><summary>");
    html.text(says ? message : it.what()).markup("</summary>\n<p>");
    html.text(Units.time(it.at())).markup(" UTC, attempt ").number(it.attempt());
    html.markup(", policy ").text(it.policy()).markup(": ").text(it.what()).markup(". ");
    html.text(it.reason()).markup("</p><ul>");
    it.candidates().forEach(line -> html.markup("<li>").text(line).markup("</li>"));
    html.markup("</ul></details>");
  }
}

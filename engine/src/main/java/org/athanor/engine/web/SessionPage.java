// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.WorkerStatus;
import org.athanor.engine.job.WorkerView;

/** The session: its Workers and jobs. Immutable. */
final class SessionPage {
  private final Links links;
  private final PageFrame frame;

  SessionPage(Links links) {
    this.links = links;
    this.frame = new PageFrame(links);
  }

  /**
   * Returns the page.
   *
   * @param problem why there are no Workers; empty if there is no reason
   * @param jobs oldest first
   * @param mayView whether the one who looks may see a job
   */
  String of(
      List<WorkerView> workers,
      String problem,
      List<JobView> jobs,
      Predicate<JobView> mayView,
      long now) {
    List<WorkerView> connected = workers.stream().filter(WorkerView::isConnected).toList();
    Html html = frame.begin("Athanor session", true);
    frame.title(html, "Session");
    if (!problem.isEmpty()) {
      html.markup("<p class=error>The session can get no Workers: ")
          .text(ShownText.line(problem))
          .markup("</p>\n");
    }
    html.markup("<dl>");
    PageFrame.fact(html, "Workers", Integer.toString(connected.size()));
    PageFrame.fact(
        html,
        "Threads, busy",
        connected.stream().mapToInt(WorkerView::threads).sum()
            + ", "
            + connected.stream().mapToInt(WorkerView::running).sum());
    PageFrame.fact(
        html,
        "Jobs, running",
        jobs.size() + ", " + jobs.stream().filter(job -> isRunning(job.state())).count());
    html.markup("</dl>\n<h2>Jobs</h2>\n");
    jobs(html, jobs, mayView, now);
    html.markup("<h2>Workers</h2>\n");
    connected(html, connected);
    gone(html, workers.stream().filter(worker -> !worker.isConnected()).toList());
    return frame.end(html, links.session(), now);
  }

  static boolean isRunning(JobStatus.State state) {
    return state == JobStatus.State.PREP || state == JobStatus.State.RUNNING;
  }

  private void jobs(Html html, List<JobView> jobs, Predicate<JobView> mayView, long now) {
    if (jobs.isEmpty()) {
      html.markup("<p class=note>No job yet.</p>\n");
      return;
    }
    html.markup("<div class=scroll><table><thead><tr><th>Job<th>Name<th>User<th>State")
        .markup("<th>Maps<th>Reduces<th class=n>Submitted, UTC<th class=n>Took</thead><tbody>\n");
    for (int i = jobs.size() - 1; i >= 0; i--) {
      JobView job = jobs.get(i);
      html.markup("<tr>");
      if (mayView.test(job)) {
        job(html, job, now);
      } else {
        html.cell(job.id().toString())
            .markup("<td colspan=7 class=gray>Its access lists do not let you see it.</td>");
      }
      html.markup("</tr>\n");
    }
    html.markup("</tbody></table></div>\n");
  }

  private void job(Html html, JobView job, long now) {
    html.markup("<td>").link(links.job(job.id()), job.id().toString()).markup("</td>");
    html.cell(ShownText.line(job.name())).cell(ShownText.line(job.user())).markup("<td>");
    PageFrame.state(html, job.state());
    html.markup("</td><td>");
    progress(html, job, TaskType.MAP);
    html.markup("</td><td>");
    progress(html, job, TaskType.REDUCE);
    html.markup("</td>")
        .numberCell(Units.time(job.submitTime()))
        .numberCell(Units.duration(job.submitTime(), job.finishTime(), now));
  }

  private static void progress(Html html, JobView job, TaskType type) {
    if (job.tasks(type).isEmpty()) {
      html.markup("<span class=gray>none</span>");
    } else {
      PageFrame.bar(html, type == TaskType.MAP ? job.mapProgress() : job.reduceProgress());
    }
  }

  private static void connected(Html html, List<WorkerView> workers) {
    if (workers.isEmpty()) {
      html.markup("<p class=note>None is connected.</p>\n");
      return;
    }
    html.markup("<div class=scroll><table><thead><tr><th>Worker<th>Host<th>Rack")
        .markup("<th class=n>Attempts of threads<th>Pool in use<th class=n>of")
        .markup("<th class=n>Spilled<th class=n>Pushed<th class=n>Received</thead><tbody>\n");
    for (WorkerView worker : workers) {
      html.markup("<tr>")
          .numberCell(Integer.toString(worker.number()))
          .cell(ShownText.line(worker.host()))
          .cell(ShownText.line(worker.rack()))
          .numberCell(worker.running() + " of " + worker.threads());
      if (worker.activity().isPresent()) {
        activity(html, worker.activity().get());
      } else {
        html.markup("<td colspan=5 class=gray>It has told nothing yet.</td>");
      }
      html.markup("</tr>\n");
    }
    html.markup("</tbody></table></div>\n");
  }

  private static void activity(Html html, WorkerView.Activity activity) {
    WorkerStatus status = activity.status();
    html.markup("<td>");
    PageFrame.bar(html, (double) status.lentBytes() / Math.max(1, status.poolBytes()));
    html.markup("</td>").numberCell(Units.bytes(status.poolBytes()));
    moved(html, status.spilledBytes(), activity.spilled());
    moved(html, status.pushedBytes(), activity.pushed());
    moved(html, status.receivedBytes(), activity.received());
  }

  private static void moved(Html html, long bytes, double rate) {
    html.markup("<td class=n>").text(Units.bytes(bytes));
    if (rate >= 1) {
      html.markup(" <small>").text(Units.rate(rate)).markup("</small>");
    }
    html.markup("</td>");
  }

  private static void gone(Html html, List<WorkerView> workers) {
    if (workers.isEmpty()) {
      return;
    }
    html.markup("<details><summary>Workers that are gone: ")
        .number(workers.size())
        .markup("</summary><div class=scroll><table><thead><tr><th>Worker<th>Host")
        .markup("<th class=n>Came, UTC<th class=n>Went, UTC<th>Why</thead><tbody>\n");
    for (int i = workers.size() - 1; i >= 0; i--) {
      WorkerView worker = workers.get(i);
      html.markup("<tr>")
          .numberCell(Integer.toString(worker.number()))
          .cell(ShownText.line(worker.host()))
          .numberCell(Units.time(worker.joined()))
          .numberCell(Units.time(worker.gone()))
          .cell(ShownText.line(worker.reason()))
          .markup("</tr>\n");
    }
    html.markup("</tbody></table></div></details>\n");
  }
}

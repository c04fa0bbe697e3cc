// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.TaskView;

/** One job: its state, its tasks, one of its tasks. Immutable. */
final class JobPages {
  private static final int MOST_FAILURES = 20;

  private final Links links;
  private final PageFrame frame;

  JobPages(Links links) {
    this.links = links;
    this.frame = new PageFrame(links);
  }

  /**
   * Returns the page of a job.
   *
   * @param hosts names of Workers, by number
   */
  String job(JobView job, Map<Integer, String> hosts, long now) {
    boolean changes = SessionPage.isRunning(job.state());
    List<TaskView> maps = job.tasks(TaskType.MAP);
    List<TaskView> reduces = job.tasks(TaskType.REDUCE);
    Html html = begin(job, ShownText.line(job.name()), changes);
    frame.title(html, ShownText.line(job.name()));
    if (!job.failureInfo().isEmpty()) {
      html.markup("<p class=error>").text(ShownText.trace(job.failureInfo())).markup("</p>\n");
    }
    facts(html, job, now);
    progress(html, job, maps, reduces);
    html.markup("<h2>Attempts over time</h2>\n");
    Timeline timeline = Timeline.of(maps, reduces, now);
    if (timeline.workers().isEmpty()) {
      html.markup("<p class=note>None has begun.</p>\n");
    } else {
      TimelineGraphic.append(html, timeline, hosts, links, now);
    }
    failures(html, maps, reduces);
    html.markup("<h2>Counters</h2>\n");
    CountersTable.append(html, job.counters());
    return frame.end(html, links.job(job.id()), now);
  }

  private Html begin(JobView job, String title, boolean changes) {
    return frame.begin(title, changes).markup(" › ").link(links.job(job.id()), job.id().toString());
  }

  private static void facts(Html html, JobView job, long now) {
    html.markup("<dl><div><dt>State</dt><dd>");
    PageFrame.state(html, job.state());
    html.markup("</dd></div>\n");
    PageFrame.fact(html, "User", ShownText.line(job.user()));
    PageFrame.fact(html, "Queue", ShownText.line(job.queue()));
    PageFrame.fact(html, "Priority", job.priority().name());
    PageFrame.fact(html, "Submitted, UTC", Units.time(job.submitTime()));
    PageFrame.fact(html, "Started, UTC", Units.time(job.startTime()));
    PageFrame.fact(html, "Finished, UTC", Units.time(job.finishTime()));
    PageFrame.fact(html, "Took", Units.duration(job.startTime(), job.finishTime(), now));
    html.markup("</dl>\n");
  }

  private void progress(Html html, JobView job, List<TaskView> maps, List<TaskView> reduces) {
    html.markup("<div class=scroll><table><thead><tr><th>Tasks<th>Progress<th class=n>all");
    html.markup("<th class=n>pending<th class=n>running<th class=n>complete<th class=n>failed");
    html.markup("<th class=n>killed<th class=n>Attempts<th class=n>failed<th class=n>killed");
    html.markup("</thead><tbody>\n");
    progress(html, job, TaskType.MAP, maps, job.mapProgress());
    progress(html, job, TaskType.REDUCE, reduces, job.reduceProgress());
    html.markup("</tbody></table></div>\n");
  }

  private void progress(
      Html html, JobView job, TaskType type, List<TaskView> tasks, float progress) {
    html.markup("<tr><td>")
        .link(links.tasks(job.id(), type), Links.nameOf(type))
        .markup("</td><td>");
    PageFrame.bar(html, tasks.isEmpty() ? 1 : progress);
    html.markup("</td>").numberCell(Integer.toString(tasks.size()));
    for (String state : TaskPart.STATES) {
      long count = tasks.stream().filter(task -> TaskPart.nameOf(task).equals(state)).count();
      html.markup("<td class=n>")
          .link(links.tasks(job.id(), type, state, 0), Long.toString(count))
          .markup("</td>");
    }
    List<AttemptView> attempts = new ArrayList<>();
    tasks.forEach(task -> attempts.addAll(task.attempts()));
    html.numberCell(Integer.toString(attempts.size()))
        .numberCell(count(attempts, TaskStatus.State.FAILED))
        .numberCell(count(attempts, TaskStatus.State.KILLED))
        .markup("</tr>\n");
  }

  private static String count(List<AttemptView> attempts, TaskStatus.State state) {
    return Long.toString(attempts.stream().filter(each -> each.state() == state).count());
  }

  private void failures(Html html, List<TaskView> maps, List<TaskView> reduces) {
    List<AttemptView> failed = new ArrayList<>();
    for (List<TaskView> tasks : List.of(maps, reduces)) {
      for (TaskView task : tasks) {
        task.attempts().stream()
            .filter(attempt -> attempt.state() == TaskStatus.State.FAILED)
            .forEach(failed::add);
      }
    }
    if (failed.isEmpty()) {
      return;
    }
    html.markup("<h2>Failed attempts</h2>\n");
    if (failed.size() > MOST_FAILURES) {
      html.markup("<p class=note>")
          .number(MOST_FAILURES)
          .markup(" of ")
          .number(failed.size())
          .markup(".</p>\n");
    }
    for (AttemptView attempt : failed.subList(0, Math.min(MOST_FAILURES, failed.size()))) {
      html.markup("<details><summary>")
          .link(links.task(attempt.id().getTaskID()), attempt.id().toString())
          .markup(" ")
          .text(firstLine(attempt))
          .markup("</summary>");
      diagnostics(html, attempt);
      html.markup("</details>\n");
    }
  }

  private static String firstLine(AttemptView attempt) {
    return attempt.diagnostics().stream()
        .findFirst()
        .flatMap(text -> text.lines().findFirst())
        .map(ShownText::line)
        .orElse("");
  }

  private static void diagnostics(Html html, AttemptView attempt) {
    for (String text : attempt.diagnostics()) {
      html.markup("<pre>").text(ShownText.trace(text)).markup("</pre>");
    }
  }

  /** Returns a page with some of a job's tasks. */
  String tasks(JobView job, TaskPart part, Map<Integer, String> hosts, long now) {
    String name = Links.nameOf(part.type());
    boolean changes = SessionPage.isRunning(job.state());
    Html html = begin(job, job.id() + " " + name, changes);
    frame.title(html, part.type() == TaskType.MAP ? "Maps" : "Reduces");
    html.markup("<p>");
    choice(html, job, part, TaskPart.ALL);
    TaskPart.STATES.forEach(state -> choice(html, job, part, state));
    html.markup("</p>\n");
    turn(html, job, part);
    html.markup("<div class=scroll><table><thead><tr><th>Task<th>State<th>Progress<th>Worker")
        .markup("<th>Status<th class=n>Began, UTC<th class=n>Took<th class=n>Attempts")
        .markup("<th>Input is on</thead><tbody>\n");
    for (TaskView task : part.tasks()) {
      task(html, task, hosts, now);
    }
    html.markup("</tbody></table></div>\n");
    turn(html, job, part);
    return frame.end(html, links.tasks(job.id(), part.type(), part.state(), part.from()), now);
  }

  private void choice(Html html, JobView job, TaskPart part, String state) {
    if (state.equals(part.state())) {
      html.markup("<b>").text(state).markup("</b> ");
    } else {
      html.link(links.tasks(job.id(), part.type(), state, 0), state).markup(" ");
    }
  }

  private void turn(Html html, JobView job, TaskPart part) {
    if (part.count() <= TaskPart.PAGE) {
      return;
    }
    html.markup("<p>")
        .number(part.from() + 1L)
        .markup(" to ")
        .number(part.from() + (long) part.tasks().size())
        .markup(" of ")
        .number(part.count());
    int before = Math.max(0, part.from() - TaskPart.PAGE);
    int after = part.from() + TaskPart.PAGE;
    if (part.from() > 0) {
      html.markup(" ").link(links.tasks(job.id(), part.type(), part.state(), before), "back");
    }
    if (after < part.count()) {
      html.markup(" ").link(links.tasks(job.id(), part.type(), part.state(), after), "on");
    }
    html.markup("</p>\n");
  }

  private void task(Html html, TaskView task, Map<Integer, String> hosts, long now) {
    List<AttemptView> attempts = task.attempts();
    AttemptView last = attempts.isEmpty() ? null : attempts.get(attempts.size() - 1);
    html.markup("<tr><td>").link(links.task(task.id()), task.id().toString()).markup("</td><td>");
    PageFrame.state(html, task.status());
    html.markup("</td><td>");
    PageFrame.bar(html, task.status() == TIPStatus.COMPLETE ? 1 : task.progress());
    html.markup("</td>")
        .cell(last == null ? "" : placeOf(last, hosts))
        .cell(last == null ? "" : ShownText.line(last.status()))
        .numberCell(Units.time(task.startTime()))
        .numberCell(Units.duration(task.startTime(), task.finishTime(), now))
        .numberCell(Integer.toString(attempts.size()))
        .cell(ShownText.line(String.join(" ", task.locations())))
        .markup("</tr>\n");
  }

  private static String placeOf(AttemptView attempt, Map<Integer, String> hosts) {
    if (attempt.worker() == AttemptView.UNKNOWN) {
      return "";
    }
    String host = hosts.getOrDefault(attempt.worker(), "");
    return attempt.worker() + (host.isEmpty() ? "" : " on " + host);
  }

  /** Returns the page of a task. */
  String task(JobView job, TaskView task, Map<Integer, String> hosts, long now) {
    boolean changes = SessionPage.isRunning(job.state()) && task.status() != TIPStatus.COMPLETE;
    TaskType type = task.id().getTaskType();
    Html html = begin(job, task.id().toString(), changes);
    html.markup(" › ").link(links.tasks(job.id(), type), Links.nameOf(type));
    frame.title(html, task.id().toString());
    html.markup("<dl><div><dt>State</dt><dd>");
    PageFrame.state(html, task.status());
    html.markup("</dd></div>\n");
    PageFrame.fact(html, "Progress", Units.percent(task.progress()));
    PageFrame.fact(html, "Input is on", ShownText.line(String.join(" ", task.locations())));
    html.markup("</dl>\n<h2>Attempts</h2>\n");
    for (AttemptView attempt : task.attempts()) {
      attempt(html, attempt, hosts, now);
    }
    html.markup("<h2>Counters</h2>\n");
    CountersTable.append(html, task.counters());
    return frame.end(html, links.task(task.id()), now);
  }

  private static void attempt(
      Html html, AttemptView attempt, Map<Integer, String> hosts, long now) {
    html.markup("<h3>").text(attempt.id().toString()).markup(" ");
    PageFrame.state(html, attempt.state());
    html.markup("</h3>\n<dl>");
    PageFrame.fact(html, "Worker", ShownText.line(placeOf(attempt, hosts)));
    PageFrame.fact(html, "Phase", attempt.phase().name().toLowerCase(Locale.ROOT));
    PageFrame.fact(html, "Progress", Units.percent(attempt.progress()));
    PageFrame.fact(html, "Status", ShownText.line(attempt.status()));
    PageFrame.fact(html, "Began, UTC", Units.time(attempt.startTime()));
    if (!Timeline.isMap(attempt)) {
      PageFrame.fact(html, "Had all map output, UTC", Units.time(attempt.shuffleFinishTime()));
      PageFrame.fact(html, "Began to reduce, UTC", Units.time(attempt.sortFinishTime()));
    }
    PageFrame.fact(html, "Ended, UTC", Units.time(attempt.finishTime()));
    PageFrame.fact(html, "Took", Units.duration(attempt.startTime(), attempt.finishTime(), now));
    html.markup("</dl>\n");
    diagnostics(html, attempt);
  }
}

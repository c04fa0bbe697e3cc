// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.mapreduce.JobACL;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.security.UserGroupInformation;
import org.athanor.engine.job.JobAccess;
import org.athanor.engine.job.JobService;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.SessionView;
import org.athanor.engine.job.TaskView;
import org.athanor.engine.job.WorkerView;

/**
 * All pages of a session, by their paths: {@code /}, {@code /job/ID}, {@code /job/ID/maps}, {@code
 * /job/ID/reduces}, {@code /task/ID}, and the same under {@code /json}. No path names a file.
 * Thread-safe.
 */
final class Pages {
  private static final Pattern SESSION = Pattern.compile("/(json/?)?");
  private static final Pattern JOB =
      Pattern.compile("(/json)?/job/(job_\\d{1,18}_\\d{1,9})(?:/(maps|reduces))?");
  private static final Pattern TASK =
      Pattern.compile("(/json)?/task/(task_\\d{1,18}_\\d{1,9}_[mr]_\\d{1,9})");

  private final SessionView session;
  private final JobService jobs;
  private final JobAccess access;
  private final LongSupplier clock;
  private final SessionPage sessionPage;
  private final JobPages jobPages;
  private final String style = resource("style.css");

  /**
   * @param clock milliseconds since the epoch
   */
  Pages(SessionView session, JobService jobs, JobAccess access, LongSupplier clock, Links links) {
    this.session = session;
    this.jobs = jobs;
    this.access = access;
    this.clock = clock;
    this.sessionPage = new SessionPage(links);
    this.jobPages = new JobPages(links);
  }

  private static String resource(String name) {
    try (InputStream in = Pages.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Response get(Request request) {
    String path = request.path();
    Matcher job = JOB.matcher(path);
    Matcher task = TASK.matcher(path);
    if (SESSION.matcher(path).matches()) {
      return session(path.length() > 1, request.user());
    } else if (job.matches()) {
      return job(request, job.group(1) != null, job.group(2), job.group(3));
    } else if (task.matches()) {
      return task(request, task.group(1) != null, TaskID.forName(task.group(2)));
    } else if (path.equals("/style.css")) {
      return Response.style(style);
    }
    return Response.error(Response.NOT_FOUND, "There is no such page.");
  }

  private Response session(boolean asJson, Optional<String> user) {
    List<WorkerView> workers = session.workers();
    String problem = session.problem().orElse("");
    List<JobView> all = List.copyOf(jobs.jobs());
    Predicate<JobView> mayView = viewer(user);
    long now = clock.getAsLong();
    return asJson
        ? Response.json(JsonPages.session(workers, problem, all, mayView, now))
        : Response.html(sessionPage.of(workers, problem, all, mayView, now));
  }

  /** Returns who sees which jobs; whom the proxy does not name sees those that everyone does. */
  private Predicate<JobView> viewer(Optional<String> user) {
    if (user.isEmpty()) {
      return access::isOpen;
    }
    UserGroupInformation viewer;
    try {
      viewer = UserGroupInformation.createRemoteUser(user.get());
    } catch (IllegalArgumentException e) {
      return access::isOpen; // It is no name of a user.
    }
    return job -> access.allows(viewer, job, JobACL.VIEW_JOB);
  }

  private Response job(Request request, boolean asJson, String id, String tasks) {
    return of(
        JobID.forName(id),
        request.user(),
        job -> {
          long now = clock.getAsLong();
          if (tasks == null) {
            return asJson
                ? Response.json(JsonPages.job(job, now))
                : Response.html(jobPages.job(job, hosts(), now));
          }
          TaskType type = tasks.equals("maps") ? TaskType.MAP : TaskType.REDUCE;
          TaskPart part = TaskPart.of(type, job.tasks(type), request.query());
          return asJson
              ? Response.json(JsonPages.tasks(job, part, hosts(), now))
              : Response.html(jobPages.tasks(job, part, hosts(), now));
        });
  }

  private Response task(Request request, boolean asJson, TaskID id) {
    return of(
        JobID.downgrade(id.getJobID()),
        request.user(),
        job -> {
          List<TaskView> tasks = job.tasks(id.getTaskType());
          if (id.getId() >= tasks.size()) {
            return Response.error(Response.NOT_FOUND, job.id() + " has no task " + id + ".");
          }
          TaskView task = tasks.get(id.getId());
          long now = clock.getAsLong();
          return asJson
              ? Response.json(JsonPages.task(task, hosts(), now))
              : Response.html(jobPages.task(job, task, hosts(), now));
        });
  }

  /** Returns a page about a job, if there is such a job and the user may see it. */
  private Response of(JobID id, Optional<String> user, Function<JobView, Response> page) {
    Optional<JobView> job = jobs.job(id);
    if (job.isEmpty()) {
      return Response.error(
          Response.NOT_FOUND,
          "The session has no job "
              + id
              + ", or does not remember it; the history server may know it.");
    }
    if (!viewer(user).test(job.get())) {
      return Response.error(
          Response.FORBIDDEN,
          user.map(name -> "User " + ShownText.line(name)).orElse("Someone without a name")
              + " may not view "
              + id
              + " (mapreduce.job.acl-view-job).");
    }
    return page.apply(job.get());
  }

  private Map<Integer, String> hosts() {
    Map<Integer, String> hosts = new HashMap<>();
    for (WorkerView worker : session.workers()) {
      hosts.put(worker.number(), ShownText.line(worker.host()));
    }
    return hosts;
  }
}

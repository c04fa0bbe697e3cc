// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.TaskView;
import org.athanor.engine.job.WorkerView;

/**
 * What the pages show, as JSON. Times are milliseconds since the epoch, 0 for none; sizes are
 * bytes, rates bytes per second, progress is from 0 to 1. Stateless.
 */
final class JsonPages {
  private static final JsonFactory JSON = new JsonFactory();

  private JsonPages() {}

  /** Writes the fields of an object. */
  private interface Fields {
    void writeTo(JsonGenerator json) throws IOException;
  }

  private static String object(Fields fields) {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartObject();
      fields.writeTo(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // It writes to memory.
    }
    return out.append('\n').toString();
  }

  /** Returns a session; see {@link SessionPage#of}. */
  static String session(
      List<WorkerView> workers,
      String problem,
      List<JobView> jobs,
      Predicate<JobView> mayView,
      long now) {
    return object(
        json -> {
          json.writeNumberField("time", now);
          json.writeStringField("problem", ShownText.line(problem));
          json.writeArrayFieldStart("workers");
          for (WorkerView worker : workers) {
            worker(json, worker);
          }
          json.writeEndArray();
          json.writeArrayFieldStart("jobs");
          for (JobView job : jobs) {
            json.writeStartObject();
            if (mayView.test(job)) {
              summary(json, job);
            } else {
              json.writeStringField("id", job.id().toString());
            }
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }

  private static void worker(JsonGenerator json, WorkerView worker) throws IOException {
    json.writeStartObject();
    json.writeNumberField("number", worker.number());
    json.writeStringField("host", ShownText.line(worker.host()));
    json.writeStringField("rack", ShownText.line(worker.rack()));
    json.writeBooleanField("connected", worker.isConnected());
    json.writeNumberField("threads", worker.threads());
    json.writeNumberField("running", worker.running());
    json.writeNumberField("joined", worker.joined());
    json.writeNumberField("gone", worker.gone());
    json.writeStringField("reason", ShownText.line(worker.reason()));
    if (worker.activity().isPresent()) {
      WorkerView.Activity activity = worker.activity().get();
      json.writeNumberField("poolBytes", activity.status().poolBytes());
      json.writeNumberField("poolBytesInUse", activity.status().lentBytes());
      json.writeNumberField("spilledBytes", activity.status().spilledBytes());
      json.writeNumberField("pushedBytes", activity.status().pushedBytes());
      json.writeNumberField("receivedBytes", activity.status().receivedBytes());
      json.writeNumberField("spilledPerSecond", Math.round(activity.spilled()));
      json.writeNumberField("pushedPerSecond", Math.round(activity.pushed()));
      json.writeNumberField("receivedPerSecond", Math.round(activity.received()));
    }
    json.writeEndObject();
  }

  private static void summary(JsonGenerator json, JobView job) throws IOException {
    json.writeStringField("id", job.id().toString());
    json.writeStringField("name", ShownText.line(job.name()));
    json.writeStringField("user", ShownText.line(job.user()));
    json.writeStringField("queue", ShownText.line(job.queue()));
    json.writeStringField("priority", job.priority().name());
    json.writeStringField("state", job.state().name());
    json.writeStringField("failureInfo", ShownText.trace(job.failureInfo()));
    json.writeNumberField("submitTime", job.submitTime());
    json.writeNumberField("startTime", job.startTime());
    json.writeNumberField("finishTime", job.finishTime());
    json.writeNumberField("mapProgress", job.mapProgress());
    json.writeNumberField("reduceProgress", job.reduceProgress());
  }

  static String job(JobView job, long now) {
    return object(
        json -> {
          json.writeNumberField("time", now);
          summary(json, job);
          counts(json, "maps", job.tasks(TaskType.MAP));
          counts(json, "reduces", job.tasks(TaskType.REDUCE));
          counters(json, job.counters());
        });
  }

  private static void counts(JsonGenerator json, String name, List<TaskView> tasks)
      throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("all", tasks.size());
    for (String state : TaskPart.STATES) {
      json.writeNumberField(
          state, tasks.stream().filter(task -> TaskPart.nameOf(task).equals(state)).count());
    }
    json.writeNumberField("attempts", tasks.stream().mapToInt(t -> t.attempts().size()).sum());
    json.writeEndObject();
  }

  private static void counters(JsonGenerator json, Counters counters) throws IOException {
    json.writeArrayFieldStart("counters");
    for (CounterGroup group : counters) {
      for (Counter counter : group) {
        json.writeStartObject();
        json.writeStringField("group", ShownText.line(group.getName()));
        json.writeStringField("name", ShownText.line(counter.getName()));
        json.writeNumberField("value", counter.getValue());
        json.writeEndObject();
      }
    }
    json.writeEndArray();
  }

  static String tasks(JobView job, TaskPart part, Map<Integer, String> hosts, long now) {
    return object(
        json -> {
          json.writeNumberField("time", now);
          json.writeStringField("job", job.id().toString());
          json.writeStringField("type", part.type().name());
          json.writeStringField("state", part.state());
          json.writeNumberField("all", part.total());
          json.writeNumberField("inState", part.count());
          json.writeNumberField("from", part.from());
          json.writeArrayFieldStart("tasks");
          for (TaskView task : part.tasks()) {
            json.writeStartObject();
            task(json, task, hosts, false);
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }

  static String task(TaskView task, Map<Integer, String> hosts, long now) {
    return object(
        json -> {
          json.writeNumberField("time", now);
          task(json, task, hosts, true);
        });
  }

  private static void task(
      JsonGenerator json, TaskView task, Map<Integer, String> hosts, boolean isWhole)
      throws IOException {
    json.writeStringField("id", task.id().toString());
    json.writeStringField("state", task.status().name());
    json.writeNumberField("progress", task.progress());
    json.writeNumberField("startTime", task.startTime());
    json.writeNumberField("finishTime", task.finishTime());
    json.writeArrayFieldStart("locations");
    for (String host : task.locations()) {
      json.writeString(ShownText.line(host));
    }
    json.writeEndArray();
    json.writeArrayFieldStart("attempts");
    for (AttemptView attempt : task.attempts()) {
      json.writeStartObject();
      attempt(json, attempt, hosts, isWhole);
      json.writeEndObject();
    }
    json.writeEndArray();
    if (isWhole) {
      counters(json, task.counters());
    }
  }

  private static void attempt(
      JsonGenerator json, AttemptView attempt, Map<Integer, String> hosts, boolean isWhole)
      throws IOException {
    json.writeStringField("id", attempt.id().toString());
    json.writeStringField("state", attempt.state().name());
    json.writeStringField("phase", attempt.phase().name());
    json.writeNumberField("progress", attempt.progress());
    json.writeStringField("status", ShownText.line(attempt.status()));
    json.writeNumberField("startTime", attempt.startTime());
    json.writeNumberField("shuffleFinishTime", attempt.shuffleFinishTime());
    json.writeNumberField("sortFinishTime", attempt.sortFinishTime());
    json.writeNumberField("finishTime", attempt.finishTime());
    if (attempt.worker() != AttemptView.UNKNOWN) {
      json.writeNumberField("worker", attempt.worker());
      json.writeStringField("host", ShownText.line(hosts.getOrDefault(attempt.worker(), "")));
    }
    if (isWhole) {
      json.writeArrayFieldStart("diagnostics");
      for (String text : attempt.diagnostics()) {
        json.writeString(ShownText.trace(text));
      }
      json.writeEndArray();
      counters(json, attempt.counters());
    }
  }
}

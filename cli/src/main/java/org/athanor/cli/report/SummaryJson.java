// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.placement.StorageUse;

/**
 * Writes a summary of a run's jobs as JSON. Durations are milliseconds, points in time are
 * milliseconds since the epoch; a time is absent if its event has not happened. Later versions may
 * add members, and remove or change none.
 */
final class SummaryJson {
  private SummaryJson() {}

  static String of(String athanorVersion, Optional<StorageUse> storage, List<JobReport> jobs) {
    JsonWriter json = new JsonWriter();
    json.beginObject().name("athanor").value(athanorVersion);
    storage.ifPresent(use -> write(json, use));
    json.name("jobs").beginArray();
    for (JobReport job : jobs) {
      json.element();
      write(json, job);
    }
    return json.endArray().endObject().toString();
  }

  private static void write(JsonWriter json, StorageUse storage) {
    json.name("storage").beginObject();
    json.name("asked").value(storage.asked());
    json.name("granted").value(storage.isGranted());
    storage.configuration().ifPresent(value -> json.name("configuration").value(value));
    storage.tier().ifPresent(value -> json.name("intermediateTier").value(value));
    json.name("reason").value(storage.reason());
    json.name("prefetchedFiles").value(storage.prefetchedFiles());
    json.name("prefetchedBytes").value(storage.prefetchedBytes());
    json.name("reservedBytes").value(storage.reservedBytes());
    json.name("notes").beginArray();
    storage.notes().forEach(note -> json.element().value(note));
    json.endArray().endObject();
  }

  private static void write(JsonWriter json, JobReport job) {
    json.beginObject()
        .name("id")
        .value(job.id())
        .name("name")
        .value(job.name())
        .name("state")
        .value(job.state().name());
    if (!job.failure().isEmpty()) {
      json.name("failure").value(job.failure());
    }
    time(json, "submitted", job.submitTime());
    time(json, "started", job.startTime());
    time(json, "finished", job.finishTime());
    if (job.ended() && job.submitTime() > 0) {
      json.name("millis").value(job.millis());
    }
    group(json, "maps", job.maps());
    group(json, "reduces", job.reduces());
    json.name("counters").beginObject();
    for (CounterGroup group : job.counters()) {
      json.name(group.getName()).beginObject();
      for (Counter counter : group) {
        json.name(counter.getName()).value(counter.getValue());
      }
      json.endObject();
    }
    json.endObject().endObject();
  }

  private static void group(JsonWriter json, String name, TaskGroup tasks) {
    json.name(name)
        .beginObject()
        .name("total")
        .value(tasks.total())
        .name("complete")
        .value(tasks.complete());
    time(json, "started", tasks.start());
    time(json, "finished", tasks.finish());
    json.endObject();
  }

  private static void time(JsonWriter json, String name, long time) {
    if (time > 0) {
      json.name(name).value(time);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.placement.StorageUse;
import org.athanor.engine.skew.ReduceLoad;
import org.athanor.engine.skew.SkewReport;

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
    job.skew().ifPresent(skew -> write(json, skew));
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

  private static void write(JsonWriter json, SkewReport skew) {
    json.name("skew").beginObject();
    json.name("threads").value(skew.threads());
    json.name("millis").value(skew.millis());
    json.name("evenMillis").value(skew.evenMillis());
    write(json, "fastest", skew.fastest());
    write(json, "median", skew.median());
    write(json, "slowest", skew.slowest());
    json.name("cut").beginArray();
    for (ReduceLoad cut : skew.cut()) {
      write(json.element(), cut);
    }
    json.endArray();
    json.name("smallestBytes").value(skew.smallest().bytes());
    json.name("medianBytes").value(skew.medianSize().bytes());
    json.name("largestBytes").value(skew.largest().bytes());
    json.name("keys").beginArray();
    for (SkewReport.WeightyKey key : skew.keys()) {
      json.element().beginObject();
      json.name("key").value(key.key().text());
      json.name("records").value(key.key().records());
      json.name("reduce").value(key.reduce());
      json.endObject();
    }
    json.endArray();
    json.name("advice").value(skew.advice());
    json.endObject();
  }

  private static void write(JsonWriter json, String name, ReduceLoad load) {
    write(json.name(name), load);
  }

  private static void write(JsonWriter json, ReduceLoad load) {
    json.beginObject();
    json.name("reduce").value(load.reduce());
    json.name("bytes").value(load.bytes());
    json.name("records").value(load.records());
    json.name("millis").value(load.millis());
    json.name("chunkMillis").beginArray();
    load.shape().chunkMillis().forEach(millis -> json.element().value(millis));
    json.endArray().endObject();
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

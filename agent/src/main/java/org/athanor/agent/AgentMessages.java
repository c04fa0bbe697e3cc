// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.agent.probe.ProcessId;
import org.athanor.results.MeasureInfo;
import org.athanor.results.MonitorInfo;
import org.athanor.results.Reading;
import org.athanor.results.SampleTable.Column;
import org.athanor.results.Total;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The messages between runner and agent: one JSON object per line.
 *
 * <pre>
 * runner → agent   {"command":"begin","trial":1,"marks":["…"],"runner":{"pid":1,"start":2,"boot":"…"}}
 *                  {"command":"end","trial":1}
 * agent → runner   {"event":"ready","unavailable":{"energy":"…"},
 *                                   "declared":[{"id":"own","label":"…","samples":[…],"totals":[…]}]}
 *                  {"event":"begun","trial":1,"columns":["cpu_user","disk_read[vda]"]}
 *                  {"event":"sample","trial":1,"seconds":1.0,"values":[37.5,null]}
 *                  {"event":"totals","trial":1,"totals":{"cpu_own":{"value":1.5,"unit":"s"},
 *                                                       "energy_dram":{"unavailable":"…"}},
 *                                             "events":{"cache-misses":{"value":7,"unit":""}}}
 * </pre>
 *
 * <p>This class uses only Jackson's core, so that the agent starts quickly and stays small.
 */
public final class AgentMessages {

  public static final String BEGIN = "begin";
  public static final String END = "end";
  public static final String READY = "ready";
  public static final String BEGUN = "begun";
  public static final String SAMPLE = "sample";
  public static final String TOTALS = "totals";

  private static final JsonFactory JSON = new JsonFactory();

  private AgentMessages() {}

  /** A command to an agent. */
  record Command(String name, long trial, Set<String> marks, Optional<RunnerId> runner) {}

  public static String begin(long trial, Set<String> marks, Optional<RunnerId> runner) {
    StringWriter line = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), line)) {
      json.writeStartObject();
      json.writeStringProperty("command", BEGIN);
      json.writeNumberProperty("trial", trial);
      json.writeArrayPropertyStart("marks");
      marks.forEach(json::writeString);
      json.writeEndArray();
      runner.ifPresent(
          id -> {
            json.writeObjectPropertyStart("runner");
            json.writeNumberProperty("pid", id.process().pid());
            json.writeNumberProperty("start", id.process().start());
            json.writeStringProperty("boot", id.boot());
            json.writeEndObject();
          });
      json.writeEndObject();
    }
    return line.append('\n').toString();
  }

  public static String end(long trial) {
    return "{\"command\":\"" + END + "\",\"trial\":" + trial + "}\n";
  }

  static Command command(String line) {
    String name = "";
    long trial = -1;
    Set<String> marks = new HashSet<>();
    Optional<RunnerId> runner = Optional.empty();
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), line)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String key = json.currentName();
        json.nextToken();
        switch (key) {
          case "command" -> name = json.getString();
          case "trial" -> trial = json.getLongValue();
          case "marks" -> {
            while (json.nextToken() != JsonToken.END_ARRAY) {
              marks.add(json.getString());
            }
          }
          case "runner" -> runner = Optional.of(runner(json));
          default -> json.skipChildren();
        }
      }
    }
    return new Command(name, trial, marks, runner);
  }

  private static RunnerId runner(JsonParser json) {
    int pid = -1;
    long start = -1;
    String boot = "";
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String key = json.currentName();
      json.nextToken();
      switch (key) {
        case "pid" -> pid = json.getIntValue();
        case "start" -> start = json.getLongValue();
        case "boot" -> boot = json.getString();
        default -> json.skipChildren();
      }
    }
    return new RunnerId(new ProcessId(pid, start), boot);
  }

  /** Writes the agent's messages; each is flushed as soon as it is written. */
  static final class Writer {

    private final OutputStream out;

    Writer(OutputStream out) {
      this.out = out;
    }

    void ready(Map<Monitor, String> unavailable, List<MonitorInfo> declared) throws IOException {
      write(
          READY,
          json -> {
            json.writeObjectPropertyStart("unavailable");
            unavailable.forEach(
                (monitor, reason) -> json.writeStringProperty(monitor.id(), reason));
            json.writeEndObject();
            json.writeArrayPropertyStart("declared");
            declared.forEach(monitor -> declaration(json, monitor));
            json.writeEndArray();
          });
    }

    private static void declaration(JsonGenerator json, MonitorInfo monitor) {
      json.writeStartObject();
      json.writeStringProperty("id", monitor.id());
      json.writeStringProperty("label", monitor.label());
      json.writeArrayPropertyStart("samples");
      for (MonitorInfo.SampleInfo sample : monitor.samples()) {
        json.writeStartObject();
        json.writeStringProperty("id", sample.id());
        json.writeStringProperty("label", sample.label());
        json.writeStringProperty("unit", sample.unit().name());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeArrayPropertyStart("totals");
      for (MeasureInfo total : monitor.totals()) {
        json.writeStartObject();
        json.writeStringProperty("id", total.id());
        json.writeStringProperty("label", total.label());
        json.writeStringProperty("unit", total.unit().name());
        json.writeStringProperty("better", total.better().name());
        json.writeStringProperty("kind", total.kind().name());
        json.writeStringProperty("meaning", total.meaning());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }

    void begun(long trial, List<Column> columns) throws IOException {
      write(
          BEGUN,
          json -> {
            json.writeNumberProperty("trial", trial);
            json.writeArrayPropertyStart("columns");
            columns.forEach(column -> json.writeString(column.header()));
            json.writeEndArray();
          });
    }

    void sample(long trial, SampleRow sample) throws IOException {
      write(
          SAMPLE,
          json -> {
            json.writeNumberProperty("trial", trial);
            json.writeNumberProperty("seconds", sample.seconds);
            json.writeArrayPropertyStart("values");
            for (double value : sample.values) {
              if (Double.isFinite(value)) {
                json.writeNumber(value);
              } else {
                json.writeNull();
              }
            }
            json.writeEndArray();
          });
    }

    void totals(long trial, Map<Total, Reading> totals, Map<String, Reading> events)
        throws IOException {
      write(
          TOTALS,
          json -> {
            json.writeNumberProperty("trial", trial);
            json.writeObjectPropertyStart("totals");
            totals.forEach((total, reading) -> reading(json, total.id(), reading));
            json.writeEndObject();
            json.writeObjectPropertyStart("events");
            events.forEach((event, reading) -> reading(json, event, reading));
            json.writeEndObject();
          });
    }

    private static void reading(JsonGenerator json, String name, Reading reading) {
      json.writeObjectPropertyStart(name);
      if (reading instanceof Reading.Value value) {
        json.writeNumberProperty("value", value.amount());
        json.writeStringProperty("unit", value.unit().symbol());
      } else if (reading instanceof Reading.Unavailable unavailable) {
        json.writeStringProperty("unavailable", unavailable.reason());
      }
      json.writeEndObject();
    }

    private void write(String event, Content content) throws IOException {
      StringWriter line = new StringWriter();
      try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), line)) {
        json.writeStartObject();
        json.writeStringProperty("event", event);
        content.write(json);
        json.writeEndObject();
      }
      out.write(line.append('\n').toString().getBytes(StandardCharsets.UTF_8));
      out.flush();
    }

    private interface Content {
      void write(JsonGenerator json);
    }
  }
}

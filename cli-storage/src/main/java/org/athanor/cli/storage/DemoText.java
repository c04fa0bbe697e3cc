// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.util.Locale;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.storage.demo.DemoCluster;
import org.athanor.cli.storage.demo.DemoResult;
import org.athanor.cli.storage.demo.LoadSummary;
import org.athanor.cli.table.TextTable;
import org.athanor.tiering.apply.Outcome;

/** What a demo has shown, for people and as JSON. */
final class DemoText {
  private DemoText() {}

  static String of(DemoResult result) {
    LoadSummary before = result.before();
    LoadSummary after = result.after();
    TextTable table = new TextTable("", "before>", "after>", "change>");
    row(table, "mean time of a read", "%.2f s", before.meanSeconds(), after.meanSeconds());
    row(
        table,
        "throughput",
        "%.1f MB/s",
        before.bytesPerSecond() / 1e6,
        after.bytesPerSecond() / 1e6);
    table.add(
        "bytes from SSD",
        Amounts.percent(before.ssdShare()),
        Amounts.percent(after.ssdShare()),
        "");
    TextTable moved = new TextTable("file", "length>", "from", "to", "because it was", "is");
    for (Outcome outcome : result.outcomes()) {
      moved.add(
          outcome.action().path(),
          Amounts.size(outcome.action().bytes()),
          outcome.action().fromPolicy().name(),
          outcome.action().toPolicy().name(),
          outcome.action().reason(),
          status(outcome));
    }
    return String.format(
        Locale.ROOT,
        "%d reads of %d files of %s, %d at a time, before and after; other draws of the same"
            + " popularity%n%n%s%n"
            + "Moved in %.0f s, for an SSD budget of %s:%n%n%s",
        before.reads(),
        result.files().count(),
        Amounts.size(result.files().totalBytes()),
        result.readers(),
        table,
        result.moveSeconds(),
        Amounts.size(result.ssdBytes()),
        moved);
  }

  private static void row(
      TextTable table, String name, String format, double before, double after) {
    table.add(
        name,
        String.format(Locale.ROOT, format, before),
        String.format(Locale.ROOT, format, after),
        String.format(Locale.ROOT, "%+.0f %%", 100 * (after / before - 1)));
  }

  private static String status(Outcome outcome) {
    return outcome.status().name().toLowerCase(Locale.ROOT).replace('_', ' ')
        + (outcome.detail().isEmpty() ? "" : ": " + outcome.detail());
  }

  static String json(DemoResult result) {
    JsonWriter json = new JsonWriter().beginObject();
    json.name("format").value("athanor-storage-demo").name("version").value(1);
    json.name("seed").value(result.seed());
    json.name("hosts").value(DemoCluster.HOSTS);
    json.name("files").value(result.files().count());
    json.name("bytes").value(result.files().totalBytes());
    json.name("readers").value(result.readers());
    json.name("ssdBytes").value(result.ssdBytes());
    load(json.name("before"), result.before());
    load(json.name("after"), result.after());
    json.name("moveSeconds").value((float) result.moveSeconds());
    json.name("moved").beginArray();
    for (Outcome outcome : result.outcomes()) {
      json.element().beginObject();
      json.name("path").value(outcome.action().path());
      json.name("bytes").value(outcome.action().bytes());
      json.name("fromPolicy").value(outcome.action().fromPolicy().name());
      json.name("toPolicy").value(outcome.action().toPolicy().name());
      json.name("reason").value(outcome.action().reason());
      json.name("status").value(outcome.status().name().toLowerCase(Locale.ROOT).replace('_', '-'));
      json.name("detail").value(outcome.detail());
      json.endObject();
    }
    return json.endArray().endObject() + "\n";
  }

  private static void load(JsonWriter json, LoadSummary load) {
    json.beginObject();
    json.name("reads").value(load.reads());
    json.name("bytes").value(load.bytes());
    json.name("meanSeconds").value((float) load.meanSeconds());
    json.name("medianSeconds").value((float) load.medianSeconds());
    json.name("bytesPerSecond").value(Math.round(load.bytesPerSecond()));
    json.name("ssdShare").value((float) load.ssdShare());
    json.endObject();
  }
}

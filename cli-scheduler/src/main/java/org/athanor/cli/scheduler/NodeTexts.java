// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.util.List;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.table.TextTable;
import org.athanor.scheduler.power.PowerJournal;

/** Nodes that may be off, as text. Stateless. */
final class NodeTexts {
  private NodeTexts() {}

  static String table(List<PowerJournal.Stored> nodes) {
    if (nodes.isEmpty()) {
      return "no process has ever switched nodes here\n";
    }
    TextTable table = new TextTable("node", "cluster", "phase", "since", "why");
    for (PowerJournal.Stored each : nodes) {
      table.add(
          each.node(),
          each.cluster(),
          each.state().phase().text(),
          Texts.time(each.state().since()),
          each.state().reason());
    }
    return table.toString();
  }

  static String json(List<PowerJournal.Stored> nodes) {
    JsonWriter json = new JsonWriter();
    json.beginArray();
    for (PowerJournal.Stored each : nodes) {
      json.element().beginObject().name("node").value(each.node());
      json.name("cluster").value(each.cluster()).name("phase").value(each.state().phase().text());
      json.name("since").value(each.state().since().toString());
      json.name("reason").value(each.state().reason()).endObject();
    }
    return json.endArray() + "\n";
  }
}

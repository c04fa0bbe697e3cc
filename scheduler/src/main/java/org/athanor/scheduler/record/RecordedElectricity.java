// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.record;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.athanor.scheduler.carbon.Electricity;
import org.athanor.scheduler.carbon.Intensities;
import org.athanor.scheduler.carbon.ZoneSeries;
import tools.jackson.databind.JsonNode;

/** What is known about the electricity of clusters, as JSON. */
final class RecordedElectricity {
  private RecordedElectricity() {}

  static Map<String, Object> json(Electricity electricity) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("amount", electricity.intensities().amount());
    json.put("zones", new TreeMap<>(electricity.zones()));
    Map<String, Object> all = new TreeMap<>();
    electricity.intensities().series().forEach((zone, series) -> all.put(zone, json(series)));
    json.put("series", all);
    return json;
  }

  private static Map<String, Object> json(ZoneSeries series) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("start", series.start().toString());
    json.put("stepSeconds", series.stepSeconds());
    json.put("values", series.values());
    return json;
  }

  static Electricity of(JsonNode node) {
    return new Electricity(
        new Intensities(
            RecordedView.text(node, "amount"),
            RecordedView.map(node.required("series"), RecordedElectricity::series)),
        RecordedView.map(node.required("zones"), RecordedView::string));
  }

  private static ZoneSeries series(JsonNode node) {
    double[] values =
        RecordedView.list(node.required("values"), JsonNode::doubleValue).stream()
            .mapToDouble(Double::doubleValue)
            .toArray();
    double step = RecordedView.number(node, "stepSeconds");
    if (!(step > 0 && step < Double.POSITIVE_INFINITY) || values.length == 0) {
      throw new IllegalArgumentException(
          "series: must have a value or more, and stepSeconds above 0");
    }
    return new ZoneSeries(RecordedView.time(node.required("start")), step, values);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Files whose numbers of replicas are raised, as JSON. */
final class RaisedJson {
  private RaisedJson() {}

  /** A list of objects for a mapper. */
  static List<Map<String, Object>> model(List<Progress.Raised> files) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (Progress.Raised one : files) {
      Map<String, Object> file = new LinkedHashMap<>();
      file.put("path", one.path());
      file.put("id", one.id());
      file.put("replicas", one.replicas());
      file.put("kept", one.kept());
      file.put("most", one.most());
      file.put("since", one.since());
      all.add(file);
    }
    return all;
  }

  /**
   * Reads such a list.
   *
   * @throws tools.jackson.core.JacksonException if it is none
   */
  static List<Progress.Raised> of(JsonNode list) {
    List<Progress.Raised> files = new ArrayList<>();
    for (JsonNode one : list) {
      files.add(
          new Progress.Raised(
              one.required("path").stringValue(),
              one.required("id").longValue(),
              one.required("replicas").intValue(),
              one.path("kept").intValue(one.required("replicas").intValue()),
              one.required("most").intValue(),
              one.path("since").longValue(Progress.Raised.UNKNOWN)));
    }
    return files;
  }
}

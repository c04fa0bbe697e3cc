// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.profile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.NodeUse;
import org.athanor.profile.run.Phase;
import org.athanor.profile.run.Run;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes a JSON array with an object for each run, on a line of its own: the columns of {@code
 * run_summary}, and parameters, settings, phases, and what each node used.
 */
final class JsonExport implements RunExport {
  private static final JsonMapper MAPPER = JsonMapper.shared();

  private boolean first = true;

  @Override
  public void begin(OutputStream out) throws IOException {
    write("[", out);
  }

  @Override
  public void write(Run run, OutputStream out) throws IOException {
    write(first ? "\n" : ",\n", out);
    first = false;
    out.write(MAPPER.writeValueAsBytes(members(run)));
  }

  @Override
  public void end(OutputStream out) throws IOException {
    write("\n]\n", out);
  }

  private static void write(String text, OutputStream out) throws IOException {
    out.write(text.getBytes(UTF_8));
  }

  private static Map<String, Object> members(Run run) {
    Map<String, Object> members = RunColumns.of(run);
    members.put("parameters", run.application().parameters());
    members.put("settings", run.configuration().settings());
    List<Object> phases = new ArrayList<>();
    for (Phase phase : run.execution().phases()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", phase.name());
      one.put("start_seconds", phase.startSeconds());
      one.put("end_seconds", phase.endSeconds());
      phases.add(one);
    }
    members.put("phases", phases);
    members.put("node_uses", run.nodes().stream().map(JsonExport::use).toList());
    return members;
  }

  private static Map<String, Object> use(NodeUse use) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("node_name", use.node());
    members.put("node_kind", GroupJson.nodeKind(use.kind()));
    Map<String, String> reasons = new LinkedHashMap<>();
    use.amounts()
        .forEach(
            (resource, amount) -> {
              members.put(resource.id(), RunColumns.orNull(amount));
              if (amount instanceof Amount.Unknown unknown) {
                reasons.put(resource.id(), unknown.reason());
              }
            });
    members.put("unknown_reasons", reasons);
    return members;
  }
}

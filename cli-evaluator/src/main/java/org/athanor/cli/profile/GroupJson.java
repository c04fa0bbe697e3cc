// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.profile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.athanor.profile.run.Cluster;
import org.athanor.profile.run.Configuration;
import org.athanor.profile.run.NodeKind;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code athanor profile list --json}: an array with an object for each group of runs. */
final class GroupJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private GroupJson() {}

  static String of(List<RunGroup> groups) {
    return MAPPER.writeValueAsString(groups.stream().map(GroupJson::group).toList()) + "\n";
  }

  private static Map<String, Object> group(RunGroup group) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("application", group.group().application().name());
    members.put("parameters", group.group().application().parameters());
    putConfiguration(members, group.group().configuration());
    members.put("settings", group.group().configuration().settings());
    members.put("cluster_id", group.group().cluster().id());
    members.put("nodes", group.group().cluster().nodes());
    members.put(
        "node_kinds", group.group().cluster().groups().stream().map(GroupJson::nodes).toList());
    members.put("input_bytes", RunColumns.orNull(group.group().inputBytes()));
    members.put("runs", group.runs());
    members.put("disturbed_runs", group.disturbedRuns());
    members.put("median_wall_seconds", group.spread().median());
    members.put("least_wall_seconds", group.spread().least());
    members.put("most_wall_seconds", group.spread().most());
    return members;
  }

  static void putConfiguration(Map<String, Object> members, Configuration configuration) {
    members.put("configuration_id", configuration.id());
    members.put("framework", configuration.framework().kind());
    members.put("framework_version", configuration.framework().version());
    members.put("mode", configuration.framework().mode());
    members.put("java", configuration.framework().java());
    members.put("file_system", configuration.fileSystem());
    members.put("cores_per_node", configuration.coresPerNode());
    members.put("memory_bytes_per_node", configuration.memoryBytesPerNode());
  }

  private static Map<String, Object> nodes(Cluster.Group group) {
    Map<String, Object> members = nodeKind(group.kind());
    members.put("nodes", group.nodes());
    return members;
  }

  /** The columns of the table {@code node_kind}. */
  static Map<String, Object> nodeKind(NodeKind kind) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("node_kind_id", kind.id());
    members.put("architecture", kind.architecture());
    members.put("cpu_model", kind.cpuModel());
    members.put("processors", kind.processors());
    members.put("memory_bytes", kind.memoryBytes());
    members.put("virtualization", kind.virtualization().orElse(null));
    return members;
  }
}

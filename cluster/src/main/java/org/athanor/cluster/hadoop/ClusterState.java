// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The state of a running cluster, as stored in its directory.
 *
 * @param hadoop the requested Hadoop: a version or a home
 * @param nodes the workers, see {@link Worker#text}
 * @param firstPort the first of consecutive ports, if the user gave one
 * @param storageRules the file of the NameNode's rules, if the user gave one
 * @param filesystem URI of the default file system
 * @param environment the variables that clients need
 * @param daemons with the ids of their processes
 */
public record ClusterState(
    String hadoop,
    List<String> nodes,
    OptionalInt firstPort,
    Optional<String> storageRules,
    String filesystem,
    Map<String, String> environment,
    List<DaemonRecord> daemons) {
  private static final String FILE = "cluster.json";
  private static final String VERSION = "version";

  /** Version of the file format. In version 1, marks did not identify a cluster reliably. */
  private static final int CURRENT = 2;

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  public ClusterState {
    nodes = List.copyOf(nodes);
    // Releases before this option wrote none.
    storageRules = storageRules == null ? Optional.empty() : storageRules;
    environment = Map.copyOf(environment);
    daemons = List.copyOf(daemons);
  }

  static Optional<ClusterState> read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    if (Files.notExists(file)) {
      return Optional.empty();
    }
    try {
      JsonNode json = JSON.readTree(Files.readString(file));
      int version = json.path(VERSION).asInt(1);
      if (version != CURRENT) {
        throw new IOException(otherVersion(file, version, json));
      }
      return Optional.of(JSON.treeToValue(json, ClusterState.class));
    } catch (JacksonException e) {
      throw new IOException(
          file + ": is not a cluster's state: " + e.getOriginalMessage() + "; delete it", e);
    }
  }

  private static String otherVersion(Path file, int version, JsonNode json) {
    String daemons =
        json.path("daemons")
            .valueStream()
            .map(
                daemon ->
                    daemon.path("pid").asString("?") + " on " + daemon.path("node").asString("?"))
            .collect(Collectors.joining(", "));
    return file
        + ": was written by another release of Athanor (version "
        + version
        + ", must be "
        + CURRENT
        + "): end its daemons, processes "
        + daemons
        + ", then delete the file";
  }

  /** What the user wrote for each node, once. */
  Set<String> nodeSpecifications() {
    Set<String> specifications = new LinkedHashSet<>();
    nodes.forEach(text -> specifications.add(text.split(" ", 2)[0]));
    return specifications;
  }

  void write(Path directory) throws IOException {
    Path part = directory.resolve(FILE + ".part");
    ObjectNode json = JSON.createObjectNode().put(VERSION, CURRENT);
    json.setAll((ObjectNode) JSON.valueToTree(this));
    Files.writeString(part, JSON.writeValueAsString(json) + "\n");
    Files.move(part, directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
  }

  static void delete(Path directory) throws IOException {
    Files.deleteIfExists(directory.resolve(FILE));
  }
}

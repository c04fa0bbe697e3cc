// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A cluster that is up, as it is remembered in its directory.
 *
 * @param hadoop what was asked for: a version or a home
 * @param nodes of its workers, as the user wrote them
 * @param firstPort of consecutive ones, if they were asked for
 * @param filesystem URI of the default file system
 * @param environment of its clients
 * @param daemons with the ids of their processes
 */
public record ClusterState(
    String hadoop,
    List<String> nodes,
    OptionalInt firstPort,
    String filesystem,
    Map<String, String> environment,
    List<DaemonRecord> daemons) {
  private static final String FILE = "cluster.json";
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  public ClusterState {
    nodes = List.copyOf(nodes);
    environment = Map.copyOf(environment);
    daemons = List.copyOf(daemons);
  }

  static Optional<ClusterState> read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    if (Files.notExists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readValue(Files.readString(file), ClusterState.class));
    } catch (JacksonException e) {
      throw new IOException(
          file + ": is not a cluster's state: " + e.getOriginalMessage() + "; delete it", e);
    }
  }

  void write(Path directory) throws IOException {
    Path part = directory.resolve(FILE + ".part");
    Files.writeString(part, JSON.writeValueAsString(this) + "\n");
    Files.move(part, directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
  }

  static void delete(Path directory) throws IOException {
    Files.deleteIfExists(directory.resolve(FILE));
  }
}

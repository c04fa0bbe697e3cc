// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.profile;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;

/** A run as a row of the catalogue's view {@code run_summary}, with the same names and order. */
final class RunColumns {
  /** A fixed format, so that readers recognise the whole column as times. */
  private static final DateTimeFormatter INSTANT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final Map<String, Function<Run, Object>> COLUMNS = new LinkedHashMap<>();

  static {
    COLUMNS.put("run_id", Run::id);
    COLUMNS.put("producer", run -> run.origin().producer());
    COLUMNS.put("producer_version", run -> run.origin().version());
    COLUMNS.put("experiment", run -> run.origin().experiment().orElse(null));
    COLUMNS.put("trial", run -> run.origin().trial());
    COLUMNS.put("application_id", run -> run.application().id());
    COLUMNS.put("application", run -> run.application().name());
    COLUMNS.put("configuration_id", run -> run.configuration().id());
    COLUMNS.put("framework", run -> run.configuration().framework().kind());
    COLUMNS.put("framework_version", run -> run.configuration().framework().version());
    COLUMNS.put("mode", run -> run.configuration().framework().mode());
    COLUMNS.put("java", run -> run.configuration().framework().java());
    COLUMNS.put("file_system", run -> run.configuration().fileSystem());
    COLUMNS.put("cores_per_node", run -> run.configuration().coresPerNode());
    COLUMNS.put("memory_bytes_per_node", run -> run.configuration().memoryBytesPerNode());
    COLUMNS.put("cluster_id", run -> run.cluster().id());
    COLUMNS.put("nodes", run -> run.nodes().size());
    COLUMNS.put("input", run -> run.input().description());
    COLUMNS.put("input_bytes", run -> orNull(run.input().bytes()));
    COLUMNS.put("started_at", run -> INSTANT.format(run.execution().started()));
    COLUMNS.put("wall_seconds", run -> run.execution().wallSeconds());
    COLUMNS.put("disturbance", run -> run.execution().disturbance().orElse(null));
    for (Resource resource : Resource.values()) {
      COLUMNS.put(resource.id(), run -> orNull(run.total(resource)));
    }
    COLUMNS.put("intermediate_bytes", run -> orNull(run.execution().intermediateBytes()));
    COLUMNS.put("resource_cluster", run -> run.site().cluster().orElse(null));
    COLUMNS.put("storage_class", run -> run.site().storage().orElse(null));
    COLUMNS.put("network_class", run -> run.site().network().orElse(null));
    COLUMNS.put("processors_per_node", run -> orNull(run.site().processorsPerNode()));
    COLUMNS.put("occupancy_ratio", run -> orNull(run.site().scheduling().occupancy()));
    COLUMNS.put("queue_seconds", run -> orNull(run.site().scheduling().queueSeconds()));
    COLUMNS.put("vcore_seconds", run -> orNull(run.site().scheduling().vcoreSeconds()));
    COLUMNS.put("memory_byte_seconds", run -> orNull(run.site().scheduling().memoryByteSeconds()));
  }

  private RunColumns() {}

  static Set<String> names() {
    return COLUMNS.keySet();
  }

  /** Returns the columns by name; a value is a string, a number or null. */
  static Map<String, Object> of(Run run) {
    Map<String, Object> columns = new LinkedHashMap<>();
    COLUMNS.forEach((name, value) -> columns.put(name, value.apply(run)));
    return columns;
  }

  static Long orNull(OptionalLong value) {
    return value.isPresent() ? (Long) value.getAsLong() : null;
  }

  private static Double orNull(OptionalDouble value) {
    return value.isPresent() ? (Double) value.getAsDouble() : null;
  }

  static Double orNull(Amount amount) {
    return amount instanceof Amount.Known known ? (Double) known.value() : null;
  }
}

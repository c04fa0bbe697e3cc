// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.counter;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.athanor.results.Reading;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Adds up the counters of Flink's jobs from the JobManager's account of each. */
public final class FlinkJobs {

  private static final String ID = "[0-9a-f]{32}";
  private static final Pattern LINE =
      Pattern.compile("\\{\"path\":\"/(jobs|applications)/(" + ID + ")(/jobmanager/config)?\",.*");

  /** The key by whose value YARN's name of an application is known. */
  private static final String NAME = "high-availability.cluster-id";

  /**
   * A script of {@code sh} that prints of the archives that a JobManager writes, one for each job
   * and one for each application, the answers to {@code /jobs/ID}, {@code /applications/ID} and
   * {@code /applications/ID/jobmanager/config} only: a line for each.
   */
  public static final String REDUCTION =
      "for archive; do answers=$(sed 's|{\"path\":|\\\n&|g' \"$archive\") || exit;"
          + " printf '%s\\n' \"$answers\" | sed -n -e"
          + " '/^{\"path\":\"\\/jobs\\/[0-9a-f]\\{32\\}\",/p' -e"
          + " '/^{\"path\":\"\\/applications\\/[0-9a-f]\\{32\\}\",/p' -e"
          + " '/^{\"path\":\"\\/applications\\/[0-9a-f]\\{32\\}\\/jobmanager\\/config\",/p'"
          + " || exit; done";

  private FlinkJobs() {}

  /**
   * What JobManagers have archived.
   *
   * @param jobs the answer to {@code /jobs/ID} for each job
   * @param applications the answer to {@code /applications/ID} for each program, by its id
   * @param names the ids of programs by the names that YARN has for them
   */
  public record Archive(
      List<JsonNode> jobs, Map<String, JsonNode> applications, Map<String, String> names) {

    public Archive {
      jobs = List.copyOf(jobs);
      applications = Map.copyOf(applications);
      names = Map.copyOf(names);
    }

    /**
     * Reads archives.
     *
     * @param reduced what {@link #REDUCTION} prints
     * @throws IOException if an archive is damaged
     */
    public static Archive of(String reduced) throws IOException {
      List<JsonNode> jobs = new ArrayList<>();
      Map<String, JsonNode> applications = new HashMap<>();
      Map<String, String> names = new HashMap<>();
      for (String line : reduced.lines().toList()) {
        Matcher answer = LINE.matcher(line);
        if (!answer.matches()) {
          throw damaged(null);
        }
        JsonNode json = answer(line);
        if (answer.group(3) != null) {
          names.put(name(json), answer.group(2));
        } else if (answer.group(1).equals("jobs")) {
          jobs.add(json);
        } else {
          applications.put(answer.group(2), json);
        }
      }
      return new Archive(jobs, applications, names);
    }

    private static JsonNode answer(String line) throws IOException {
      String end = "\"}";
      try {
        // What follows belongs to the list of answers.
        String whole = line.substring(0, line.lastIndexOf(end) + end.length());
        JsonNode json =
            JsonMapper.shared()
                .readTree(JsonMapper.shared().readTree(whole).path("json").asString(""));
        if (json.isContainer()) {
          return json;
        }
        throw damaged(null);
      } catch (JacksonException unreadable) {
        throw damaged(unreadable);
      }
    }

    private static IOException damaged(JacksonException cause) {
      return new IOException("an archive of Flink is damaged", cause);
    }

    private static String name(JsonNode configuration) {
      return configuration
          .valueStream()
          .filter(setting -> setting.path("key").asString("").equals(NAME))
          .map(setting -> setting.path("value").asString(""))
          .findFirst()
          .orElse("");
    }

    /**
     * The jobs of the one program that YARN knows by a name; empty unless the accounts of the
     * program and of all of its jobs are there.
     *
     * @param name such as {@code application_1700000000000_0001}
     */
    public Optional<List<JsonNode>> jobsOf(String name) {
      String id = names.getOrDefault(name, "");
      Set<String> wanted =
          applications
              .getOrDefault(id, JsonMapper.shared().createObjectNode())
              .path("jobs")
              .valueStream()
              .map(job -> job.path("jid").asString(""))
              .collect(Collectors.toSet());
      List<JsonNode> found =
          jobs.stream().filter(job -> wanted.contains(job.path("jid").asString(""))).toList();
      return wanted.isEmpty() || found.size() != wanted.size()
          ? Optional.empty()
          : Optional.of(found);
    }
  }

  /**
   * A reading for each {@link Counter}.
   *
   * @param details the answer to {@code /jobs/ID} for each job, at least one
   */
  public static Map<String, Reading> readings(List<JsonNode> details) {
    Counts counts = new Counts(Counter.Source.FLINK);
    for (JsonNode job : details) {
      counts.add(Counter.JOBS, 1);
      for (JsonNode vertex : job.path("vertices")) {
        counts.add(Counter.TASKS, vertex.path("parallelism").asInt(0));
        metric(counts, Counter.SHUFFLED_BYTES, vertex, "read-bytes");
        metric(counts, Counter.SHUFFLED_RECORDS, vertex, "read-records");
      }
    }
    return counts.readings();
  }

  /** Readings of jobs whose details nobody can give. */
  public static Map<String, Reading> unavailable(String reason) {
    Counts counts = new Counts(Counter.Source.FLINK);
    counts.lacksAll(reason);
    return counts.readings();
  }

  private static void metric(Counts counts, Counter counter, JsonNode vertex, String name) {
    JsonNode metrics = vertex.path("metrics");
    if (metrics.path(name + "-complete").asBoolean(false)) {
      counts.add(counter, metrics.path(name).asDouble(0));
    } else {
      counts.lacks(counter, "Flink did not get all counts of its tasks");
    }
  }
}

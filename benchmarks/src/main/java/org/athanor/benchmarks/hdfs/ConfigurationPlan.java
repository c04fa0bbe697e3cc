// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.hdfs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.athanor.storage.decision.ConfigurationChoice;
import org.athanor.storage.decision.ConfigurationChooser;
import org.athanor.storage.decision.IntermediateData;
import org.athanor.storage.decision.JobProfile;
import org.athanor.storage.decision.StorageConfiguration;
import org.athanor.storage.decision.TemporaryRegion;
import org.athanor.storage.view.FileFacts;

/**
 * Chooses the storage configuration of jobs that run one after the other, as the storage daemon
 * does (DUX; K. Ravindranathan, 2015, section 6.1.7). Arguments:
 *
 * <pre>
 * CAPACITY_BYTES  RESERVE_BYTES
 * </pre>
 *
 * <p>of the temporary region. Reads lines of standard input, words separated by tabs: first {@code
 * run APPLICATION CONFIGURATION SECONDS INPUT_BYTES INTERMEDIATE_BYTES} for each run that was
 * measured, then {@code job APPLICATION} for each job. An application has one file of input. Writes
 * {@code CONFIGURATION PREFETCH EVICT} for each job: whether its input must be copied to SSDs
 * before, and the applications, separated by commas, whose input must be removed from there before.
 */
public final class ConfigurationPlan {
  private final ConfigurationChooser chooser = new ConfigurationChooser(ConfigurationChooser.USUAL);
  private final Map<String, Application> applications = new HashMap<>();
  private TemporaryRegion region;
  private int jobs;

  /** What is known of an application. */
  private static final class Application {
    private final FileFacts input;
    private final Map<StorageConfiguration, Double> seconds =
        new EnumMap<>(StorageConfiguration.class);
    private final List<IntermediateData.Run> runs = new ArrayList<>();

    Application(FileFacts input) {
      this.input = input;
    }
  }

  private ConfigurationPlan(TemporaryRegion region) {
    this.region = region;
  }

  /** Decides about all jobs. */
  public static void main(String[] arguments) throws IOException {
    ConfigurationPlan plan =
        new ConfigurationPlan(
            TemporaryRegion.empty(Long.parseLong(arguments[0]), Long.parseLong(arguments[1])));
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.split("\t", -1);
      if (words[0].equals("run")) {
        plan.learn(words);
      } else {
        System.out.println(plan.start(words[1]));
      }
    }
  }

  private void learn(String[] words) {
    long input = Long.parseLong(words[4]);
    Application application =
        applications.computeIfAbsent(
            words[1], name -> new Application(file(name, applications.size(), input)));
    application.seconds.put(
        StorageConfiguration.of(words[2]).orElseThrow(), Double.valueOf(words[3]));
    application.runs.add(new IntermediateData.Run(Math.max(1, input), Long.parseLong(words[5])));
  }

  private static FileFacts file(String name, int number, long bytes) {
    return new FileFacts("/" + name, number, bytes, 1, Math.max(1, bytes), 3, Instant.EPOCH);
  }

  /** A job starts and ends. */
  private String start(String name) {
    Application application = applications.get(name);
    String job = "job" + jobs++;
    List<FileFacts> input = application.input.bytes() == 0 ? List.of() : List.of(application.input);
    ConfigurationChoice choice =
        chooser.choose(
            job,
            input,
            Set.of(),
            new JobProfile(application.seconds, new IntermediateData(application.runs)),
            region);
    region = choice.region().end(job);
    return String.join(
        "\t",
        choice.configuration().id(),
        choice.prefetch().isEmpty() ? "no" : "yes",
        choice.evict().stream()
            .map(file -> file.path().substring(1))
            .collect(Collectors.joining(",")));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.bench.words.Template;
import org.athanor.yaml.text.TimeSpan;

/**
 * A command of the user that makes the input of a workload, instead of one of Athanor's generators.
 * It writes to a local directory; the generator of module workloads runs it, and takes the files.
 * Stateless.
 */
final class InputCommand {
  static final String KEY = "generator";
  static final String TIMEOUT = "generatorTimeout";
  private static final String SIZE = "size";
  private static final String INPUT = "input";
  private static final String OUTPUT = "output";
  private static final Set<String> PLACEHOLDERS = Set.of(SIZE, "seed", OUTPUT);

  /** The shell replaces it; the directory is not known before the command runs. */
  private static final String OUTPUT_VARIABLE = "\"$ATHANOR_OUTPUT\"";

  private static final String FALLBACK_TIMEOUT = "12h";
  private static final Duration LEAST_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration MOST_TIMEOUT = Duration.ofDays(30);
  private static final int HASH_DIGITS = 12;

  private InputCommand() {}

  /** The parameters, for workloads that read an input of the user. */
  static List<Parameter> parameters() {
    return List.of(
        new Parameter(
            KEY,
            Parameter.Type.TEXT,
            "",
            "a command of yours that generates the input: it writes files of size bytes, a tenth"
                + " more or less, to the local directory {output}, its current one; {size} and"
                + " {seed} are replaced too"),
        new Parameter(
            TIMEOUT,
            Parameter.Type.DURATION,
            "",
            "time limit of generator, up to 30d; by default " + FALLBACK_TIMEOUT));
  }

  /** Adds problems of the command, and of parameters that contradict it. */
  static void check(Settings settings, List<String> problems) {
    Optional<String> command = settings.get(KEY);
    if (command.isEmpty()) {
      if (settings.get(TIMEOUT).isPresent()) {
        problems.add(TIMEOUT + ": needs " + KEY);
      }
      return;
    }
    if (settings.get(INPUT).isPresent()) {
      problems.add(KEY + ": cannot be used together with " + INPUT + "; remove one of them");
    }
    Template template = new Template(command.get());
    template.problems(PLACEHOLDERS).forEach(problem -> problems.add(KEY + ": " + problem));
    Optional<Duration> limit = TimeSpan.parse(timeout(settings));
    if (limit
        .filter(time -> time.compareTo(LEAST_TIMEOUT) >= 0 && time.compareTo(MOST_TIMEOUT) <= 0)
        .isEmpty()) {
      problems.add(TIMEOUT + ": must be a time from 1s to 30d, such as 90s or 1h30m");
    }
  }

  private static String timeout(Settings settings) {
    return settings.get(TIMEOUT).orElse(FALLBACK_TIMEOUT);
  }

  /**
   * The dataset that the command of settings without problems makes; empty if there is none. Its
   * name has a hash of the command and of the directories: another command makes another dataset,
   * and so does one that is asked for another layout.
   *
   * @param directories that must have the files; if there are none, they are in the output itself
   */
  static Optional<Dataset> dataset(Settings settings, long seed, List<String> directories) {
    return settings.get(KEY).map(command -> dataset(command, settings, seed, directories));
  }

  private static Dataset dataset(
      String template, Settings settings, long seed, List<String> directories) {
    long bytes = settings.bytes(SIZE);
    String size = Settings.format(bytes);
    String command =
        new Template(template)
            .file(
                Map.of(
                    SIZE,
                    List.of(Long.toString(bytes)),
                    "seed",
                    List.of(Long.toString(seed)),
                    OUTPUT,
                    List.of(OUTPUT_VARIABLE)));
    List<String> generator =
        new ArrayList<>(
            List.of(
                Dataset.COMMAND,
                "--run",
                command,
                "--size",
                Long.toString(bytes),
                "--limit",
                Long.toString(TimeSpan.parse(timeout(settings)).orElseThrow().toSeconds())));
    if (!directories.isEmpty()) {
      generator.addAll(List.of(Dataset.DIRECTORIES, String.join(",", directories)));
    }
    return new Dataset(
        Dataset.COMMAND
            + "-"
            + size
            + "-"
            + hash(String.join("\n", directories) + "\n" + template)
            + "-seed"
            + seed
            + "-v"
            + Dataset.GENERATOR_VERSION,
        Optional.of(bytes),
        "by a command, " + size + ", seed " + seed,
        generator,
        Optional.empty());
  }

  private static String hash(String text) {
    try {
      byte[] all =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(all).substring(0, HASH_DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("each JVM has SHA-256", e);
    }
  }
}

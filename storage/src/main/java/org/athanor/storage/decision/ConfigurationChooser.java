// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.athanor.storage.view.FileFacts;

/**
 * DUX's choice of where a job's data are (K. Ravindranathan, 2015, section 6.1.7). Of the
 * configurations that were profiled and for which there is room, those that take at most a
 * tolerance longer than the fastest are equal, and of these the one that takes the fewest bytes of
 * SSDs wins. So SSDs serve only jobs that gain from them. A job without a profile runs on disks.
 */
public final class ConfigurationChooser {
  /** A tolerance that treats the applications of the text that gain 2.9 % as not gaining. */
  public static final double USUAL = 0.03;

  private final double tolerance;

  /**
   * Chooses with a tolerance.
   *
   * @param tolerance share of the fastest time that a job may lose to save SSD space, from 0
   */
  public ConfigurationChooser(double tolerance) {
    if (!(tolerance >= 0) || Double.isInfinite(tolerance)) {
      throw new IllegalArgumentException(
          "tolerance=" + tolerance + ": must be 0 or more and finite");
    }
    this.tolerance = tolerance;
  }

  private record Option(
      StorageConfiguration configuration,
      double seconds,
      long reservedBytes,
      long ssdBytes,
      TemporaryRegion.Admission admission) {}

  /**
   * Chooses for a job that is about to start.
   *
   * @param job its name
   * @param input the files that it reads
   * @param popular numbers of files that have a copy in the persistent region
   * @param profile of its application
   * @param region the temporary region before its start
   */
  public ConfigurationChoice choose(
      String job,
      List<FileFacts> input,
      Set<Long> popular,
      JobProfile profile,
      TemporaryRegion region) {
    long inputBytes = input.stream().mapToLong(FileFacts::bytes).reduce(0, Math::addExact);
    OptionalLong intermediate = profile.intermediate().expected(inputBytes);
    List<FileFacts> missing = input.stream().filter(file -> !popular.contains(file.id())).toList();
    List<Option> options = new ArrayList<>();
    List<String> refused = new ArrayList<>();
    List<Double> refusedSeconds = new ArrayList<>();
    for (var entry : profile.seconds().entrySet()) {
      StorageConfiguration configuration = entry.getKey();
      String why = "the temporary region has no room for it";
      Optional<Option> option = Optional.empty();
      if (configuration.intermediateOnSsd() && intermediate.isEmpty()) {
        why = "no run says how much intermediate data there will be";
      } else {
        long reserved = configuration.intermediateOnSsd() ? intermediate.getAsLong() : 0;
        List<FileFacts> wanted = configuration.inputOnSsd() ? missing : List.of();
        option =
            region
                .start(job, reserved, wanted)
                .map(admission -> option(configuration, entry.getValue(), reserved, admission));
      }
      option.ifPresent(options::add);
      if (option.isEmpty()) {
        refused.add(configuration + " takes " + entry.getValue() + " s, but " + why);
        refusedSeconds.add(entry.getValue());
      }
    }
    if (options.isEmpty()) {
      TemporaryRegion unchanged = region.start(job, 0, List.of()).orElseThrow().region();
      String reason =
          profile.seconds().isEmpty()
              ? "its application has no profile"
              : "no configuration that was profiled can be granted";
      return new ConfigurationChoice(
          StorageConfiguration.CONFIG_1, List.of(), List.of(), 0, unchanged, reason, refused);
    }
    Option fastest =
        options.stream().min(Comparator.comparingDouble(Option::seconds)).orElseThrow();
    double limit = fastest.seconds() * (1 + tolerance);
    Option best =
        options.stream()
            .filter(option -> option.seconds() <= limit)
            .min(
                Comparator.comparingLong(Option::ssdBytes)
                    .thenComparingDouble(Option::seconds)
                    .thenComparing(Option::configuration))
            .orElseThrow();
    List<String> degraded = new ArrayList<>();
    for (int i = 0; i < refused.size(); i++) {
      if (refusedSeconds.get(i) < best.seconds()) {
        degraded.add(refused.get(i));
      }
    }
    return new ConfigurationChoice(
        best.configuration(),
        best.admission().prefetch(),
        best.admission().evict(),
        best.reservedBytes(),
        best.admission().region(),
        reason(best, fastest),
        degraded);
  }

  private static Option option(
      StorageConfiguration configuration,
      double seconds,
      long reserved,
      TemporaryRegion.Admission admission) {
    long prefetched = admission.prefetch().stream().mapToLong(FileFacts::bytes).sum();
    return new Option(configuration, seconds, reserved, reserved + prefetched, admission);
  }

  private static String reason(Option best, Option fastest) {
    return best.equals(fastest)
        ? seconds(best) + " is the fastest that can be granted"
        : seconds(best)
            + " is nearly as fast as "
            + fastest.configuration()
            + " with "
            + seconds(fastest)
            + ", and takes "
            + best.ssdBytes()
            + " instead of "
            + fastest.ssdBytes()
            + " bytes of SSDs";
  }

  private static String seconds(Option option) {
    return String.format(Locale.ROOT, "%.1f s", option.seconds());
  }
}

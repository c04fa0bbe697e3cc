// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The newest content of a file of carbon or prices, which is looked at once a minute. If it has
 * problems, or is gone, the values that were read before stay in use, and it is read again each
 * minute. Says, once each, what users should know: that a zone has no values now, so that its
 * clusters are chosen without carbon; that it has again; problems. One thread.
 */
public final class WatchedFile implements ElectricitySource {
  private static final Duration PAUSE = Duration.ofMinutes(1);

  private final Path file;
  private final Map<String, String> zones;
  private final Consumer<String> notices;
  private final Set<String> missing = new HashSet<>(); // zones
  private Electricity electricity;
  private FileTime read; // of the content that is used
  private String problem = ""; // of the newest content
  private Instant again = Instant.MIN;

  private WatchedFile(
      Path file,
      Map<String, String> zones,
      Intensities first,
      FileTime read,
      Consumer<String> notices) {
    this.file = file;
    this.zones = zones;
    this.notices = notices;
    this.electricity = new Electricity(first, zones);
    this.read = read;
  }

  /**
   * Reads a file, and watches it from now on.
   *
   * @param zones by cluster
   * @param notices told a line each, by the thread that asks for the electricity
   * @throws IOException with a message for the user if the file has problems
   */
  public static WatchedFile open(Path file, Map<String, String> zones, Consumer<String> notices)
      throws IOException {
    FileTime time = Files.exists(file) ? Files.getLastModifiedTime(file) : FileTime.fromMillis(0);
    IntensityFile content = IntensityFile.read(file);
    if (content.intensities().isEmpty()) {
      throw new IOException(content.problems().get(0).toString());
    }
    return new WatchedFile(file, zones, content.intensities().get(), time, notices);
  }

  @Override
  public Electricity at(Instant now) {
    if (!now.isBefore(again)) {
      again = now.plus(PAUSE);
      readAgain();
    }
    sayMissing(now);
    return electricity;
  }

  private void readAgain() {
    FileTime time;
    try {
      time = Files.getLastModifiedTime(file);
    } catch (IOException gone) {
      time = FileTime.fromMillis(0);
    }
    if (time.equals(read)) {
      return;
    }
    IntensityFile content = IntensityFile.read(file);
    if (content.intensities().isPresent()) {
      read = time;
      problem = "";
      electricity = new Electricity(content.intensities().get(), zones);
    } else if (!content.problems().get(0).toString().equals(problem)) {
      problem = content.problems().get(0).toString();
      notices.accept(problem + "; the values that were read before stay in use");
    }
  }

  private void sayMissing(Instant now) {
    Map<String, String> clusters = new TreeMap<>();
    new TreeMap<>(zones)
        .forEach(
            (cluster, zone) -> clusters.merge(zone, cluster, (first, next) -> first + ", " + next));
    clusters.forEach(
        (zone, names) -> {
          boolean isKnown = electricity.intensities().mean(zone, now, 0).isPresent();
          if (isKnown && missing.remove(zone)) {
            notices.accept(file + ": zone " + zone + " has values again");
          } else if (!isKnown && missing.add(zone)) {
            notices.accept(noValue(zone, names, now));
          }
        });
  }

  private String noValue(String zone, String clusters, Instant now) {
    Optional<Instant> end = electricity.intensities().end(zone);
    String what =
        end.isEmpty()
            ? "has no zone " + zone
            : end.get().isAfter(now)
                ? "zone " + zone + " has no values yet, at " + now
                : "zone " + zone + " has values until " + end.get() + " only";
    return file
        + ": "
        + what
        + "; jobs are placed on "
        + clusters
        + " as without the file until it has newer ones";
  }
}

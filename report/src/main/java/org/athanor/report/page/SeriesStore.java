// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.athanor.report.figure.Figure.Timeline;
import org.athanor.report.figure.Figures;
import org.athanor.report.figure.GroupPower;
import org.athanor.report.figure.Track;
import org.athanor.report.figure.TrialSamples;
import org.athanor.report.figure.TrialSeries;
import org.athanor.report.statistics.Group;
import org.athanor.report.statistics.Summary;
import org.athanor.results.TrialResult;

/**
 * The samples of all measured trials, reduced to a size that fits a page. A budget of bytes
 * determines the number of steps, and for which trials each node has its own series. Tables are
 * read and averaged one trial after the other. In memory are, for each thread, one trial's tables
 * and the samples of power of the group's trials before it.
 */
public final class SeriesStore {

  /** Budget for the encoded series; the rest of a page is small. */
  private static final long BUDGET_BYTES = 3_000_000;

  private static final double BYTES_PER_VALUE = 4 / 3d;
  private static final int SECONDS_PER_SAMPLE = 1;

  private static final List<Detail> DETAILS =
      List.of(
          new Detail(300, Nodes.ALL),
          new Detail(160, Nodes.ALL),
          new Detail(100, Nodes.ALL),
          new Detail(160, Nodes.TYPICAL),
          new Detail(100, Nodes.TYPICAL),
          new Detail(60, Nodes.TYPICAL),
          new Detail(60, Nodes.NONE),
          new Detail(30, Nodes.NONE));

  private final Detail detail;
  private final List<String> groups;
  private final List<Timeline> typical;
  private final List<GroupPower> power;

  private SeriesStore(Detail detail, List<Encoded> groups) {
    this.detail = detail;
    this.groups = groups.stream().map(Encoded::text).toList();
    this.typical = groups.stream().flatMap(group -> group.typical().stream()).toList();
    this.power = groups.stream().map(Encoded::power).toList();
  }

  /** Reads the samples of a summary's trials. Uses all processors. */
  public static SeriesStore read(Summary summary) throws IOException {
    List<Group> groups = summary.groups();
    Set<String> simulated = Set.copyOf(summary.study().simulated());
    List<Track> tracks = tracks(summary);
    Detail detail =
        DETAILS.stream()
            .filter(candidate -> bytes(groups, tracks, candidate) <= BUDGET_BYTES)
            .findFirst()
            .orElse(DETAILS.get(DETAILS.size() - 1));
    try {
      return new SeriesStore(
          detail,
          IntStream.range(0, groups.size())
              .parallel()
              .mapToObj(
                  index ->
                      encode(groups.get(index), summary.memoryPower(), simulated, tracks, detail))
              .toList());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** For each group of the summary: its trials' series, encoded by {@link SeriesCode}. */
  List<String> groups() {
    return groups;
  }

  /** The typical trial of each group that has samples. */
  public List<Timeline> typical() {
    return typical;
  }

  /** For each group of the summary: its power. */
  public List<GroupPower> power() {
    return power;
  }

  /** Whether all trials have a series for each node. */
  boolean everyNode() {
    return detail.nodes() == Nodes.ALL;
  }

  int mostSteps() {
    return detail.steps();
  }

  /** All trials but warm-ups: first those that count, then those that failed or were superseded. */
  static List<TrialResult> trials(Group group) {
    return Stream.concat(group.counted().stream(), group.others().stream())
        .filter(trial -> !trial.key().warmUp())
        .toList();
  }

  /** What the page shows over time. */
  static List<Track> tracks(Summary summary) {
    boolean metered =
        summary.study().trials().stream()
            .flatMap(trial -> trial.nodes().stream())
            .anyMatch(use -> use.power().isPresent());
    return Track.of(
        summary.study().measured(),
        metered,
        !summary.study().simulated().isEmpty(),
        summary.study().monitors());
  }

  private static long bytes(List<Group> groups, List<Track> tracks, Detail detail) {
    int curves = tracks.stream().mapToInt(track -> track.curves().size()).sum();
    double values = 0;
    for (Group group : groups) {
      Set<TrialResult> trialsWithNodes = trialsWithNodes(group, detail);
      for (TrialResult trial : trials(group)) {
        double steps = Math.min(detail.steps(), trial.wallSeconds() / SECONDS_PER_SAMPLE);
        int nodes = trialsWithNodes.contains(trial) ? trial.nodes().size() : 0;
        values += steps * (curves + nodes * tracks.size());
      }
    }
    return (long) (values * BYTES_PER_VALUE);
  }

  private static Set<TrialResult> trialsWithNodes(Group group, Detail detail) {
    return switch (detail.nodes()) {
      case ALL -> same(trials(group));
      case TYPICAL -> same(group.typical().stream().toList());
      case NONE -> Set.of();
    };
  }

  /** These objects: comparing trials by all of their totals and readings is slow. */
  private static Set<TrialResult> same(List<TrialResult> trials) {
    Set<TrialResult> set = Collections.newSetFromMap(new IdentityHashMap<>());
    set.addAll(trials);
    return set;
  }

  private static Encoded encode(
      Group group, boolean memoryPower, Set<String> simulated, List<Track> tracks, Detail detail) {
    SeriesCode code = new SeriesCode();
    Set<TrialResult> trialsWithNodes = trialsWithNodes(group, detail);
    Set<TrialResult> typical = same(group.typical().stream().toList());
    Optional<Timeline> timeline = Optional.empty();
    GroupPower.Collector power = new GroupPower.Collector(group, memoryPower);
    List<TrialResult> trials = new ArrayList<>(trials(group));
    for (TrialResult trial : trials) {
      try {
        boolean nodes = trialsWithNodes.contains(trial) && trial.nodes().size() > 1;
        TrialSamples samples = TrialSamples.read(trial, tracks);
        Optional<TrialSeries> series = TrialSeries.of(samples, tracks, detail.steps(), nodes);
        code.add(trial, series);
        if (trial.counts()) {
          power.add(samples);
        }
        if (series.isPresent() && typical.contains(trial)) {
          timeline =
              series.map(found -> timeline(group, simulated.contains(group.framework()), found));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return new Encoded(code.text(), timeline, power.power());
  }

  private static Timeline timeline(Group group, boolean simulated, TrialSeries series) {
    return new Timeline(
        Figures.fileName("time", group.workload(), group.framework(), group.nodes() + "n"),
        String.format(
            Locale.ROOT,
            "%s, %s, %d %s, repetition %d%s",
            group.framework(),
            group.workload(),
            group.nodes(),
            group.nodes() == 1 ? "node" : "nodes, mean",
            series.trial().key().repetition(),
            simulated ? ", simulated" : ""),
        series);
  }

  private enum Nodes {
    ALL,
    TYPICAL,
    NONE
  }

  private record Detail(int steps, Nodes nodes) {}

  private record Encoded(String text, Optional<Timeline> typical, GroupPower power) {}
}

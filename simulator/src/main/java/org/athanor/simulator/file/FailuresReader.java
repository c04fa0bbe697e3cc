// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.athanor.simulator.run.Failures;
import org.athanor.simulator.run.NodeFailure;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;

/** The key {@code failures}: which nodes fail, and when. */
final class FailuresReader {
  private final ClusterFacts cluster;
  private final SplittableRandom random;

  /**
   * @param random draws nodes that the file does not name
   */
  FailuresReader(ClusterFacts cluster, SplittableRandom random) {
    this.cluster = cluster;
    this.random = random;
  }

  /** Some nodes that the file names, or a number of others, fail at a time. */
  private record Event(
      double seconds,
      double backSeconds,
      Optional<Integer> node,
      int rack,
      boolean isWholeRack,
      int count,
      Place place) {

    NodeFailure of(int number) {
      return new NodeFailure(number, seconds, backSeconds);
    }

    /** Those with fewer nodes to choose from are drawn first. */
    int choice() {
      return isWholeRack ? 0 : rack > 0 ? 1 : 2;
    }
  }

  /** Reads them. What is wrong is reported and left out. */
  Failures read(Place place) {
    Failures stock = Failures.none();
    Section section = new Section(place, "the failures", Keys.FAILING);
    double dead = section.get(Keys.DEAD_AFTER).map(Seconds::of).orElse(stock.deadAfterSeconds());
    int streams = section.get(Keys.STREAMS).orElse(stock.streams());
    List<Event> events = new ArrayList<>();
    section
        .place(Keys.FAILED_NODES)
        .map(Place::items)
        .orElse(List.of())
        .forEach(item -> event(item).ifPresent(events::add));
    if (events.isEmpty() && place.problems().isEmpty()) {
      section
          .place(Keys.FAILED_NODES)
          .orElse(place)
          .report("must be a list of failures, one or more");
    }
    return new Failures(nodes(events), dead, streams);
  }

  private Optional<Event> event(Place place) {
    int before = place.problems().size();
    Section section = new Section(place, "a failure", Keys.FAILURE);
    Optional<Double> seconds = section.get(Keys.FAILS_AT).map(Seconds::of);
    Optional<Double> backAfter = section.get(Keys.BACK_AFTER).map(Seconds::of);
    Optional<Integer> node = section.get(Keys.FAILED_NODE);
    Optional<Integer> rack = section.get(Keys.FAILED_RACK);
    Optional<Integer> count = section.get(Keys.FAILED_COUNT);
    backAfter
        .filter(after -> after == 0)
        .ifPresent(
            unused ->
                section.place(Keys.BACK_AFTER).ifPresent(at -> at.report("must be above 0s")));
    if (node.isPresent() && (rack.isPresent() || count.isPresent())) {
      place.report("has node besides rack or count; must have node, or the others");
    }
    node.filter(number -> number > cluster.nodes())
        .ifPresent(
            unused ->
                section
                    .place(Keys.FAILED_NODE)
                    .ifPresent(
                        at ->
                            at.report(
                                "must be at most " + cluster.nodes() + ", the number of nodes")));
    rack.filter(number -> number > cluster.racks())
        .ifPresent(
            unused ->
                section
                    .place(Keys.FAILED_RACK)
                    .ifPresent(
                        at ->
                            at.report(
                                "must be at most " + cluster.racks() + ", the number of racks")));
    if (place.problems().size() > before || seconds.isEmpty()) {
      return Optional.empty();
    }
    // All nodes of a rack, or one of all.
    int number = count.orElseGet(() -> rack.map(cluster::nodesOfRack).orElse(1));
    boolean isWholeRack = rack.isPresent() && count.isEmpty();
    double back = seconds.get() + backAfter.orElse(Double.POSITIVE_INFINITY);
    return Optional.of(
        new Event(seconds.get(), back, node, rack.orElse(0), isWholeRack, number, place));
  }

  /**
   * Named nodes are taken first, then those of whole racks, then of racks, so that they are not
   * drawn for others: whether there are enough does not depend on the seed.
   */
  private List<NodeFailure> nodes(List<Event> events) {
    Map<Integer, NodeFailure> failing = new LinkedHashMap<>();
    for (Event event : events) {
      event
          .node()
          .ifPresent(
              number -> {
                if (failing.putIfAbsent(number - 1, event.of(number - 1)) != null) {
                  event.place().report("node " + number + " fails twice; must fail at most once");
                }
              });
    }
    events.stream()
        .filter(event -> event.node().isEmpty())
        .sorted(Comparator.comparingInt(Event::choice))
        .forEach(event -> draw(event, failing));
    return List.copyOf(failing.values());
  }

  private void draw(Event event, Map<Integer, NodeFailure> failing) {
    int first = event.rack() == 0 ? 0 : cluster.firstNodeOfRack(event.rack());
    int nodes = event.rack() == 0 ? cluster.nodes() : cluster.nodesOfRack(event.rack());
    List<Integer> left =
        new ArrayList<>(
            IntStream.range(first, first + nodes)
                .filter(node -> !failing.containsKey(node))
                .boxed()
                .toList());
    if (event.count() > left.size()) {
      event
          .place()
          .report(
              event.count()
                  + " nodes fail; must be at most "
                  + left.size()
                  + ", those that are left");
      return;
    }
    for (int i = 0; i < event.count(); i++) {
      int last = left.size() - 1;
      int at = random.nextInt(left.size());
      failing.put(left.get(at), event.of(left.get(at)));
      left.set(at, left.get(last));
      left.remove(last);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.athanor.simulator.mapreduce.Scheduling;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;
import org.athanor.yaml.Types;
import org.athanor.yaml.ValueType;

/** The keys {@code scheduler} and {@code queues}. */
final class Queues {
  private static final String DEFAULT = "default";
  private static final ValueType<Double> SHARE = Types.decimal(1e-6, 1e9);

  private final Scheduling scheduling;
  private final Map<String, Double> shares;

  private Queues(Scheduling scheduling, Map<String, Double> shares) {
    this.scheduling = scheduling;
    this.shares = shares;
  }

  /** Reads them. What is wrong is reported, and is then as by default. */
  static Queues read(Section top) {
    Map<String, Double> shares = new LinkedHashMap<>();
    top.place(Keys.QUEUES)
        .flatMap(Place::keys)
        .orElse(Map.of())
        .forEach((name, place) -> shares.put(name, SHARE.read(place).orElse(1.0)));
    if (shares.isEmpty()) {
      shares.put(DEFAULT, 1.0);
    }
    Scheduling scheduling =
        switch (top.get(Keys.SCHEDULER).orElse(SchedulerKind.FIFO)) {
          case FIFO -> new Scheduling.FirstComeFirstServed();
          case FAIR -> new Scheduling.FairShare();
          case CAPACITY -> new Scheduling.Capacity(shares);
        };
    return new Queues(scheduling, shares);
  }

  Scheduling scheduling() {
    return scheduling;
  }

  /**
   * The queue of a job, or of a trace's jobs. Reports a problem if there is no such queue, or none
   * to take by default.
   *
   * @param owner where the missing key would be
   */
  String of(Section section, Place owner) {
    Optional<String> queue = section.get(Keys.QUEUE);
    if (queue.isPresent()) {
      if (!shares.containsKey(queue.get())) {
        section.place(Keys.QUEUE).ifPresent(place -> place.reportUnknown("queue", shares.keySet()));
      }
      return queue.get();
    }
    if (!shares.containsKey(DEFAULT) && shares.size() > 1) {
      owner.report("has no queue; must be one of " + String.join(", ", shares.keySet()));
    }
    return shares.size() == 1 ? shares.keySet().iterator().next() : DEFAULT;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.util.Optional;

/**
 * What a meter outside a node, such as its baseboard management controller, says that the whole
 * node used during a trial. Idle power is not subtracted. It is kept apart from the processor's own
 * counters ({@link Total#ENERGY_PACKAGE}), which see only a part of the node.
 *
 * @param meter the kind of meter: {@code redfish}, {@code ipmi} or {@code file}
 * @param domain what is metered, in words
 * @param state how the energy was obtained
 * @param reason why the energy is only estimated, or why there is none
 * @param energy joules over the trial: the trapezoids between the meter's readings
 * @param power mean watts: energy / wall time of the metering
 * @param readings number of readings during the trial
 * @param gapSeconds seconds of the trial in gaps, in which readings were so far apart that the
 *     power between them is not known
 * @param samples the file with the readings, a {@link SampleTable}, relative to the results'
 *     directory; empty if there are none
 */
public record NodePower(
    String meter,
    String domain,
    State state,
    Optional<String> reason,
    Reading energy,
    Reading power,
    int readings,
    double gapSeconds,
    Optional<String> samples) {

  /** How an energy was obtained. */
  public enum State {
    /** By a meter, all the time. */
    MEASURED,
    /** The power of a part of the time is interpolated, or the device calculates it. */
    ESTIMATED,
    /** Not at all. */
    UNAVAILABLE
  }

  public NodePower {
    reason = reason == null ? Optional.empty() : reason;
    samples = samples == null ? Optional.empty() : samples;
  }

  /** Of a trial for which the meter gave no energy. */
  public static NodePower unavailable(String meter, String domain, String reason) {
    Reading none = Reading.unavailable(reason);
    return new NodePower(
        meter, domain, State.UNAVAILABLE, Optional.of(reason), none, none, 0, 0, Optional.empty());
  }

  /** The same with its file of readings elsewhere. */
  public NodePower withSamples(Optional<String> other) {
    return new NodePower(meter, domain, state, reason, energy, power, readings, gapSeconds, other);
  }
}

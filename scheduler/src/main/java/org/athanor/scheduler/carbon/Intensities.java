// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Carbon or price of a kilowatt-hour, by zone and time. */
public final class Intensities {
  private final String amount;
  private final Map<String, ZoneSeries> zones;

  /**
   * Makes them.
   *
   * @param amount per kWh: {@code gCO2eq}, or a currency such as {@code EUR}
   * @param zones values by zone
   */
  public Intensities(String amount, Map<String, ZoneSeries> zones) {
    this.amount = amount;
    this.zones = Map.copyOf(zones);
  }

  /** What a kWh costs, as users read it: {@code gCO2eq/kWh} or {@code EUR/kWh}. */
  public String unit() {
    return amount + "/kWh";
  }

  /** What is counted per kWh: {@code gCO2eq} or a currency. */
  public String amount() {
    return amount;
  }

  /** All values, by zone. */
  public Map<String, ZoneSeries> series() {
    return zones;
  }

  /** Whether it is carbon; a price otherwise. */
  public boolean isCarbon() {
    return amount.equals(IntensityUnit.CARBON);
  }

  /** The zones of which values are known. */
  public Set<String> zones() {
    return zones.keySet();
  }

  /** The end of what is known of a zone; empty if nothing is. */
  public Optional<Instant> end(String zone) {
    return Optional.ofNullable(zones.get(zone)).map(ZoneSeries::end);
  }

  /**
   * The mean of a zone from a time on.
   *
   * @param seconds from 0; the value at the time if it is 0
   * @return empty if a part of that is not known
   */
  public OptionalDouble mean(String zone, Instant from, double seconds) {
    ZoneSeries series = zones.get(zone);
    return series == null ? OptionalDouble.empty() : series.mean(from, seconds);
  }

  /** When the value of a zone changes next; empty if nothing is known after that. */
  Optional<Instant> changeAfter(String zone, Instant time) {
    return Optional.ofNullable(zones.get(zone)).flatMap(series -> series.stepAfter(time));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.athanor.scheduler.clusters.Power;

/** What the runs of the catalogue say about the power of a cluster's nodes. */
public sealed interface MeasuredPower {

  /**
   * How busy the nodes were whose power was measured.
   *
   * @param least busy part of the processors of the idlest one, from 0
   * @param most that of the busiest one, to 1
   */
  record Uses(double least, double most) {}

  /**
   * They say it.
   *
   * @param power of a typical node, as far as its counters see it: the processors' packages, and
   *     the memory if {@code memory}
   * @param uses between which the power was measured; beyond, it is extrapolated
   * @param memory whether the energy of the memory is in it
   * @param medianError of the watts that the line through the runs gives, as a part of those
   *     measured, from 0
   * @param runs ids of the runs that it rests on, the newest first
   */
  record Known(Power power, Uses uses, boolean memory, double medianError, List<String> runs)
      implements MeasuredPower {
    private static final int MOST_NAMED = 10;
    private static final int DIGITS = 8; // are enough for `athanor profile show`

    /** Makes one. */
    public Known {
      runs = List.copyOf(runs);
    }

    /**
     * Such as {@code 12 runs of the catalogue (0123abcd, … and 2 more) for packages, on nodes 5 to
     * 90 % busy, 3 % off in the median}.
     */
    public String source() {
      String named =
          runs.stream()
              .limit(MOST_NAMED)
              .map(id -> id.substring(0, DIGITS))
              .collect(Collectors.joining(", "));
      String more = runs.size() > MOST_NAMED ? " and " + (runs.size() - MOST_NAMED) + " more" : "";
      return String.format(
          Locale.ROOT,
          "%d runs of the catalogue (%s%s) for %s, on nodes %.0f to %.0f %% busy, %.0f %% off in the"
              + " median",
          runs.size(),
          named,
          more,
          memory ? "packages and memory" : "packages",
          100 * uses.least(),
          100 * uses.most(),
          100 * medianError);
    }
  }

  /**
   * They do not.
   *
   * @param reason a clause for users, such as {@code no run of the catalogue measured it}
   */
  record Unknown(String reason) implements MeasuredPower {}
}

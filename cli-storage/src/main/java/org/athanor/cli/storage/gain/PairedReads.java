// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.gain;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.athanor.tiering.plan.SimulatedGain.Change;
import org.athanor.tiering.plan.SimulatedGain.Gain;

/**
 * The same accesses with the files as they are, and as a plan would have had them.
 *
 * @param now with the files as they are
 * @param planned with the plan
 */
record PairedReads(ReadTotals now, ReadTotals planned) {
  private static final PairedReads NONE = new PairedReads(ReadTotals.NONE, ReadTotals.NONE);

  /** How a value changes, from what it is now to what it is with the plan. */
  interface Difference {
    double of(double now, double planned);
  }

  static PairedReads sum(List<PairedReads> all) {
    return all.stream().reduce(NONE, PairedReads::plus);
  }

  private PairedReads plus(PairedReads other) {
    return new PairedReads(now.plus(other.now), planned.plus(other.planned));
  }

  /**
   * The change of a value over all together, and the lowest and highest of single ones.
   *
   * @param all one or more
   */
  static Change change(
      List<PairedReads> all, ToDoubleFunction<ReadTotals> value, Difference difference) {
    PairedReads sum = sum(all);
    double[] single =
        all.stream().mapToDouble(one -> one.gain(value, difference)).sorted().toArray();
    return new Change(
        value.applyAsDouble(sum.now),
        value.applyAsDouble(sum.planned),
        new Gain(sum.gain(value, difference), single[0], single[single.length - 1]));
  }

  private double gain(ToDoubleFunction<ReadTotals> value, Difference difference) {
    return difference.of(value.applyAsDouble(now), value.applyAsDouble(planned));
  }
}

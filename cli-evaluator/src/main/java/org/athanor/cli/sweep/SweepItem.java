// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.sweep;

import java.util.ArrayList;
import java.util.List;
import org.athanor.simulator.file.Variant;

/**
 * A variant with a seed, which is to be run.
 *
 * @param variant with the seed of this run
 * @param repetition from 1
 */
public record SweepItem(Variant variant, int repetition) {

  /**
   * Each variant with seeds that follow on each other, from its own. All variants come before the
   * next seed.
   *
   * @param repetitions number of seeds, from 1
   * @throws org.athanor.simulator.file.DrawingException if a variant cannot be read with its seed
   */
  public static List<SweepItem> of(List<Variant> variants, int repetitions) {
    List<SweepItem> items = new ArrayList<>();
    for (int repetition = 1; repetition <= repetitions; repetition++) {
      for (Variant variant : variants) {
        long seed = variant.scenario().seed() + repetition - 1;
        items.add(new SweepItem(variant.withSeed(seed), repetition));
      }
    }
    return items;
  }
}

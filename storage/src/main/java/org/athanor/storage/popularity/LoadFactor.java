// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

/**
 * What the load of the cluster does to the popularity that an access adds (K. Ravindranathan, 2015,
 * section 5.2.3). Equation 5.1 divides by the load, while the text wants more replicas under load.
 */
public enum LoadFactor {
  /** As equation 5.1 is printed. */
  DIVIDE {
    @Override
    double apply(double increment, double load) {
      return increment / load;
    }
  },
  /** As the text wants it. */
  MULTIPLY {
    @Override
    double apply(double increment, double load) {
      return increment * load;
    }
  },
  /** The load does not matter. */
  IGNORE {
    @Override
    double apply(double increment, double load) {
      return increment;
    }
  };

  abstract double apply(double increment, double load);
}

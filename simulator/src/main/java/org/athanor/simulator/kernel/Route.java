// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.kernel;

import java.util.Arrays;

/**
 * What a flow needs of the resources that it uses, for each unit of its amount: one byte that is
 * copied may need one byte of a link, and the time for a byte of a disk. Immutable.
 */
public final class Route {
  /** A flow that uses no resource, only time. */
  public static final Route NONE = new Route(new int[0], new double[0]);

  private final int[] resources;
  private final double[] needs;

  private Route(int[] resources, double[] needs) {
    this.resources = resources;
    this.needs = needs;
  }

  /** A route that needs one unit of each resource. */
  public static Route over(int... resources) {
    Builder builder = new Builder();
    for (int resource : resources) {
      builder.add(resource, 1);
    }
    return builder.build();
  }

  int length() {
    return resources.length;
  }

  /** The resources that are needed, each once; not to be changed. */
  int[] resources() {
    return resources;
  }

  /** What is needed of each of {@link #resources}, above 0; not to be changed. */
  double[] needs() {
    return needs;
  }

  /** Collects the needs of a route. */
  public static final class Builder {
    private int[] resources = new int[12];
    private double[] needs = new double[12];
    private int size;

    /**
     * Adds a need. Needs of the same resource are added up.
     *
     * @param resource as {@link FlowNetwork#addResource} returned it
     * @param need units of the resource for a unit of the flow, from 0, finite; 0 adds nothing
     */
    public Builder add(int resource, double need) {
      if (!(need >= 0) || Double.isInfinite(need)) {
        throw new IllegalArgumentException(
            "need of resource " + resource + "=" + need + ": must be from 0 and finite");
      }
      if (need == 0) {
        return this;
      }
      for (int i = 0; i < size; i++) {
        if (resources[i] == resource) {
          needs[i] += need;
          return this;
        }
      }
      if (size == resources.length) {
        resources = Arrays.copyOf(resources, 2 * size);
        needs = Arrays.copyOf(needs, 2 * size);
      }
      resources[size] = resource;
      needs[size++] = need;
      return this;
    }

    /** The route of all needs so far. */
    public Route build() {
      return new Route(Arrays.copyOf(resources, size), Arrays.copyOf(needs, size));
    }
  }
}

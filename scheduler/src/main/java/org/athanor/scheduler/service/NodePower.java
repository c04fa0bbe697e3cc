// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.util.Optional;
import org.athanor.scheduler.catalogue.MeasuredPower;
import org.athanor.scheduler.clusters.Power;

/** What each node of a cluster needs, and from where that is known. */
public sealed interface NodePower {

  /** The file of clusters says it. */
  record Given(Power watts) implements NodePower {
    @Override
    public Optional<Power> power() {
      return Optional.of(watts);
    }

    @Override
    public String label() {
      return "given";
    }

    @Override
    public String source() {
      return "the file of clusters";
    }
  }

  /** Runs of the catalogue say it. */
  record Catalogue(MeasuredPower.Known measured) implements NodePower {
    @Override
    public Optional<Power> power() {
      return Optional.of(measured.power());
    }

    @Override
    public String label() {
      return "catalogue";
    }

    @Override
    public String source() {
      return measured.source();
    }
  }

  /**
   * Nobody does.
   *
   * @param reason one line for users
   */
  record Unavailable(String reason) implements NodePower {
    @Override
    public Optional<Power> power() {
      return Optional.empty();
    }

    @Override
    public String label() {
      return "unavailable";
    }

    @Override
    public String source() {
      return reason;
    }
  }

  /** Empty if it is not known. */
  Optional<Power> power();

  /** From where it is known, or why it is not, for users. */
  String source();

  /** {@code given}, {@code catalogue} or {@code unavailable}. */
  String label();
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.scheduler.ledger.Ledger;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.scheduler.predict.Source;

/**
 * Builds views of clusters with 10 vcores and 100 bytes/s of disk each. Inputs have 1,000 bytes,
 * and are copied at 10 bytes a second: in 100 s; a remote read takes 50 s longer.
 */
final class Views {
  static final Instant NOW = Instant.parse("2026-11-26T10:00:00Z");

  private final Ledger ledger;
  private final List<PendingJob> jobs = new ArrayList<>();

  Views(String... clusters) {
    Map<String, Resources> totals = new LinkedHashMap<>();
    for (String cluster : clusters) {
      totals.put(cluster, new Resources(10, 10, 100, 100));
    }
    this.ledger = new Ledger(totals, (reservation, now) -> now.plusSeconds(1));
  }

  static Instant after(double seconds) {
    return NOW.plusMillis((long) (seconds * 1000));
  }

  /** A job that uses vcores of a cluster until it ends. */
  Views running(String cluster, double vcores, double endsAfter) {
    String name = "running-" + cluster + "-" + ledger.reservations(cluster).size();
    ledger.reserve(name, cluster, new Resources(vcores, 0, 0, 0), after(endsAfter));
    return this;
  }

  Views with(JobBuilder job) {
    jobs.add(job.build());
    return this;
  }

  View view() {
    return new View(
        jobs,
        ClusterState.of(ledger),
        new View.Network() {
          @Override
          public double bytesPerSecond(String from, String to) {
            return 10;
          }

          @Override
          public double remoteReadPart() {
            return 0.5;
          }
        });
  }

  static JobBuilder job(String name) {
    return new JobBuilder(name);
  }

  /** A job that needs a whole cluster, was submitted now, and has no input. */
  static final class JobBuilder {
    private final String name;
    private final Map<String, Offer> offers = new LinkedHashMap<>();
    private int priority;
    private Set<String> after = Set.of();
    private double vcores = 10;
    private double disk;
    private Instant since = NOW;
    private PendingJob.Input input = PendingJob.Input.NONE;
    private Optional<Instant> deadline = Optional.empty();

    private JobBuilder(String name) {
      this.name = name;
    }

    JobBuilder takes(String cluster, double seconds) {
      offers.put(cluster, new Offer(Optional.of(exactly(seconds)), Optional.empty()));
      return this;
    }

    JobBuilder takes(String cluster, double seconds, double joules) {
      offers.put(cluster, new Offer(Optional.of(exactly(seconds)), Optional.of(exactly(joules))));
      return this;
    }

    JobBuilder takesBetween(String cluster, double low, double middle, double high) {
      Prediction seconds = new Prediction(low, middle, high, 0.9, Source.LINE, 9);
      offers.put(cluster, new Offer(Optional.of(seconds), Optional.empty()));
      return this;
    }

    /** As the user says; it was never measured there. */
    JobBuilder isEstimated(String cluster, double seconds) {
      Prediction estimate = new Prediction(seconds, seconds, seconds, 0, Source.ESTIMATE, 0);
      offers.put(cluster, new Offer(Optional.of(estimate), Optional.empty()));
      return this;
    }

    JobBuilder takes(String cluster, Prediction seconds) {
      offers.put(cluster, new Offer(Optional.of(seconds), Optional.empty()));
      return this;
    }

    JobBuilder runsOn(String cluster) {
      offers.put(cluster, Offer.UNKNOWN);
      return this;
    }

    JobBuilder reads(String... at) {
      input = new PendingJob.Input(1000, Set.of(at), Map.of());
      return this;
    }

    JobBuilder arriving(String cluster, double seconds) {
      input = new PendingJob.Input(1000, input.at(), Map.of(cluster, Views.after(seconds)));
      return this;
    }

    JobBuilder uncopied(String... clusters) {
      input = new PendingJob.Input(1000, input.at(), Map.of(), Set.of(clusters));
      return this;
    }

    JobBuilder needs(double amount) {
      vcores = amount;
      return this;
    }

    JobBuilder disk(double bytesPerSecond) {
      disk = bytesPerSecond;
      return this;
    }

    JobBuilder waiting(double seconds) {
      since = Views.after(-seconds);
      return this;
    }

    JobBuilder priority(int number) {
      priority = number;
      return this;
    }

    JobBuilder after(String... jobs) {
      after = Set.of(jobs);
      return this;
    }

    JobBuilder within(double seconds) {
      deadline = Optional.of(Views.after(seconds));
      return this;
    }

    private PendingJob build() {
      return new PendingJob(
          name, priority, after, since, new Resources(vcores, 0, disk, 0), input, offers, deadline);
    }

    private static Prediction exactly(double amount) {
      return new Prediction(amount, amount, amount, 0.9, Source.LINE, 9);
    }
  }
}

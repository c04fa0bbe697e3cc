// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.athanor.scheduler.carbon.Electricity;
import org.athanor.scheduler.carbon.IntensityFile;
import org.athanor.scheduler.ledger.Reservation;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.ClusterState;
import org.athanor.scheduler.policy.Offer;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.View;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.scheduler.predict.Source;

/** Random views, and what else policies look at. */
public final class RandomViews {
  /** The moment of the views. */
  public static final Instant NOW = Instant.parse("2026-11-26T10:00:00Z");

  private static final List<String> CLUSTERS = List.of("a", "b", "c");

  /** Where inputs may be: also in a cluster that no view has. */
  private static final List<String> REGIONS = List.of("a", "b", "c", "d");

  private RandomViews() {}

  /** Carbon of two of the clusters, for thirty hours. */
  public static Electricity electricity(Path directory, SplittableRandom random)
      throws IOException {
    StringBuilder rows = new StringBuilder("time,zone,value,unit,source\n");
    for (int hour = 0; hour < 30; hour++) {
      for (String zone : List.of("A", "B")) {
        rows.append(NOW.plus(Duration.ofHours(hour))).append(',').append(zone).append(',');
        rows.append(random.nextInt(0, 500)).append(",gCO2eq/kWh,x\n");
      }
    }
    Path file = Files.writeString(directory.resolve("carbon.csv"), rows.toString());
    return new Electricity(
        IntensityFile.read(file).intensities().orElseThrow(), Map.of("a", "A", "b", "B"));
  }

  /** A view of three clusters, of which jobs run on some, and some jobs. */
  public static View of(SplittableRandom random) {
    List<ClusterState> clusters = new ArrayList<>();
    for (String name : CLUSTERS) {
      Resources total = new Resources(random.nextInt(4, 20), 100, 0, 0);
      Resources free = total;
      List<Reservation> running = new ArrayList<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        Resources used = needs(random).atMost(free);
        free = free.minus(used);
        running.add(new Reservation(name + i, name, used, NOW.plusSeconds(random.nextInt(1, 900))));
      }
      clusters.add(new ClusterState(name, total, free, running));
    }
    List<PendingJob> jobs = new ArrayList<>();
    for (int i = random.nextInt(1, 12); i > 0; i--) {
      jobs.add(job("j" + i, jobs, random));
    }
    return new View(jobs, clusters, new Network());
  }

  private static Resources needs(SplittableRandom random) {
    return new Resources(random.nextInt(1, 25), random.nextInt(1, 120), 0, 0);
  }

  private static PendingJob job(String name, List<PendingJob> before, SplittableRandom random) {
    Map<String, Offer> offers = new HashMap<>();
    for (String cluster : CLUSTERS) {
      if (offers.isEmpty() || random.nextInt(5) > 0) {
        offers.put(cluster, random.nextInt(6) == 0 ? Offer.UNKNOWN : offer(random));
      }
    }
    Set<String> at = new HashSet<>();
    Map<String, Instant> arriving = new HashMap<>();
    Set<String> uncopied = new HashSet<>();
    for (String cluster : REGIONS) {
      int where = random.nextInt(9);
      if (where < 3) {
        at.add(cluster);
      } else if (where == 3) {
        arriving.put(cluster, NOW.plusSeconds(random.nextInt(600, 2000)));
      } else if (where == 4) {
        uncopied.add(cluster);
      }
    }
    Instant since = NOW.minusSeconds(random.nextInt(0, 100_000));
    return new PendingJob(
        name,
        random.nextInt(3),
        before.isEmpty() || random.nextInt(4) > 0
            ? Set.of()
            : Set.of(before.get(random.nextInt(before.size())).name()),
        since,
        needs(random),
        new PendingJob.Input(random.nextInt(1000), at, arriving, uncopied),
        offers,
        random.nextBoolean()
            ? Optional.empty()
            : Optional.of(since.plusSeconds(random.nextInt(1, 200_000))));
  }

  private static Offer offer(SplittableRandom random) {
    double seconds = Math.exp(random.nextDouble(2, 10));
    Optional<Prediction> joules =
        random.nextInt(4) == 0
            ? Optional.empty()
            : Optional.of(prediction(seconds * random.nextDouble(10, 100)));
    return new Offer(Optional.of(prediction(seconds)), joules);
  }

  private static Prediction prediction(double middle) {
    return new Prediction(0.8 * middle, middle, 1.3 * middle, 0.9, Source.LINE, 9);
  }

  /** A rate of its own for each direction. */
  private static final class Network implements View.Network {
    @Override
    public double bytesPerSecond(String from, String to) {
      return 2 + 4 * (from.charAt(0) - 'a') + (to.charAt(0) - 'a');
    }

    @Override
    public double remoteReadPart() {
      return 0.5;
    }
  }
}

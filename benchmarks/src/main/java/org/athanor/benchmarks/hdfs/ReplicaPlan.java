// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.hdfs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.athanor.storage.decision.AptPlanner;
import org.athanor.storage.decision.AptRules;
import org.athanor.storage.decision.Candidate;
import org.athanor.storage.decision.FileDecision;
import org.athanor.storage.decision.Plan;
import org.athanor.storage.decision.Replication;
import org.athanor.storage.decision.ScarlettPlanner;
import org.athanor.storage.popularity.AptParameters;
import org.athanor.storage.popularity.ConcurrentAccesses;
import org.athanor.storage.popularity.PopularityPrediction;
import org.athanor.storage.popularity.Predictor;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.view.FileFacts;

/**
 * Decides the replicas of files from the reads of one period. Arguments:
 *
 * <pre>
 * scarlett|aptstore-perf|aptstore  PERIOD_MILLIS  SLOT_MILLIS  BUDGET_BYTES
 * </pre>
 *
 * <p>where the budget is for replicas above three; accesses in the same slot are concurrent. Reads
 * lines of standard input, words separated by tabs: first {@code file PATH BYTES} for each file,
 * then {@code read PATH MILLIS} in the order of time. Writes {@code PATH REPLICAS TIER} for each
 * file, where the tier is disk or archive.
 */
public final class ReplicaPlan {
  /** The experiment has so many disks. */
  private static final int MOST_REPLICAS = 9;

  private static final int USUAL = 3;

  private static final Tier DISK =
      new Tier("disk", Set.of(DeviceType.DISK), "", 6e6, 5e6, 3_500, false);

  /** Storage that is redundant in itself, as AptStore's is: one replica is enough. */
  private static final Tier ARCHIVE =
      new Tier("archive", Set.of(DeviceType.ARCHIVE), "", 19e6, 14e6, 3_500, true);

  private final Map<String, Integer> numbers = new LinkedHashMap<>();
  private final List<Long> lengths = new ArrayList<>();

  private ReplicaPlan() {}

  /** Decides once. */
  public static void main(String[] arguments) throws IOException {
    String kind = arguments[0];
    long period = Long.parseLong(arguments[1]);
    long slot = Long.parseLong(arguments[2]);
    long budget = Long.parseLong(arguments[3]);
    Predictor predictor =
        kind.equals("scarlett")
            ? new ConcurrentAccesses(slot)
            : PopularityPrediction.aptStore(AptParameters.of(period));
    ReplicaPlan plan = new ReplicaPlan();
    plan.learn(predictor, period);
    for (FileDecision decision : plan.decide(kind, predictor, budget).decisions()) {
      System.out.println(
          decision.candidate().file().path()
              + "\t"
              + decision.replicas()
              + "\t"
              + decision.tier().name());
    }
  }

  private void learn(Predictor predictor, long period) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.split("\t", -1);
      long number = Long.parseLong(words[2]);
      if (words[0].equals("file")) {
        predictor.created(lengths.size(), 0);
        numbers.put(words[1], lengths.size());
        lengths.add(number);
      } else {
        predictor.accessed(numbers.get(words[1]), number, 1);
      }
    }
    predictor.endOfPeriod(period);
  }

  private Plan decide(String kind, Predictor predictor, long budget) {
    List<Candidate> candidates = new ArrayList<>();
    for (Map.Entry<String, Integer> file : numbers.entrySet()) {
      long bytes = lengths.get(file.getValue());
      FileFacts facts =
          new FileFacts(file.getKey(), file.getValue(), bytes, 1, bytes, USUAL, Instant.EPOCH);
      candidates.add(new Candidate(facts, DISK, predictor.predicted(file.getValue()), Set.of()));
    }
    if (kind.equals("scarlett")) {
      return new ScarlettPlanner(0, budget).decide(candidates);
    }
    long usual = USUAL * lengths.stream().mapToLong(Long::longValue).sum();
    AptRules.Bounds bounds =
        kind.equals("aptstore") ? AptRules.Bounds.DEFAULT : AptRules.Bounds.NEVER;
    return new AptPlanner(
            new AptRules(
                DISK,
                ARCHIVE,
                new Replication(1, USUAL, MOST_REPLICAS),
                bounds,
                usual + budget,
                false))
        .decide(candidates);
  }
}

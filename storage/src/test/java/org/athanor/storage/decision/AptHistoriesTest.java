// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.athanor.storage.decision.Samples.ARCHIVE;
import static org.athanor.storage.decision.Samples.DISK;
import static org.athanor.storage.decision.Samples.FILER;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.athanor.storage.tier.Tier;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

/**
 * Ten thousand histories of a few files whose popularity, pins and jobs change at random. Each plan
 * is carried out at once, several times a period, and checked against the rules of {@link
 * AptPlanner}.
 */
class AptHistoriesTest {
  private static final int HISTORIES = 10_000;
  private static final int PERIODS = 4;
  private static final int PLANS_IN_A_PERIOD = 3;

  private static final class ModelFile {
    private final String path;
    private final long bytes;
    private Tier tier;
    private int replicas;
    private double popularity;
    private final EnumSet<Mark> marks = EnumSet.noneOf(Mark.class);

    private ModelFile(String path, long bytes, Tier tier, int replicas) {
      this.path = path;
      this.bytes = bytes;
      this.tier = tier;
      this.replicas = replicas;
    }

    private Candidate candidate() {
      return new Candidate(Samples.file(path, bytes, replicas), tier, popularity, marks);
    }
  }

  @Test
  void rulesHoldInAllHistories() {
    long seed = Seeds.of("AptHistories").nextLong();
    int moves = 0;
    for (int history = 0; history < HISTORIES; history++) {
      Random random = new Random(seed + history);
      String where = "seed " + Seeds.seed() + ", history " + history;
      moves += run(random, where);
    }
    assertThat(moves).as("moves of all histories").isGreaterThan(HISTORIES);
  }

  /**
   * Each popularity differs by 4.6 % at most from one plan to another, and so does the average, so
   * that shares of it differ by less than the bonus: 1.046² = 1.094. Most budgets are too small.
   * The first plan is carried out, and no later one changes anything.
   */
  @Test
  void nothingMovesForNoise() {
    Random random = Seeds.of("plans with noise");
    for (int history = 0; history < 1000; history++) {
      AptRules rules =
          new AptRules(
              DISK,
              FILER,
              Replication.DEFAULT,
              AptRules.Bounds.NEVER,
              random.nextInt(2000),
              random.nextBoolean());
      List<ModelFile> files = new ArrayList<>();
      for (int i = 1 + random.nextInt(12); i > 0; i--) {
        files.add(new ModelFile("/" + i, 1 + random.nextInt(20), FILER, 1));
      }
      double[] usual = random.doubles(files.size(), 1, 10).toArray();
      for (int plan = 0; plan < 20; plan++) {
        for (int i = 0; i < usual.length; i++) {
          files.get(i).popularity = usual[i] * (1 + 0.0225 * (2 * random.nextDouble() - 1));
        }
        String where = "seed " + Seeds.seed() + ", history " + history + ", plan " + plan;
        files.forEach(file -> file.marks.removeAll(EnumSet.of(Mark.RAISED, Mark.LOWERED)));
        int moves = carryOut(files, rules, where);
        assertThat(plan == 0 ? 0 : moves).as(where).isZero();
      }
    }
  }

  private static int run(Random random, String where) {
    Tier secondary = random.nextBoolean() ? FILER : ARCHIVE;
    Replication replication = new Replication(1 + random.nextInt(2), 3, 3 + random.nextInt(6));
    List<ModelFile> files = new ArrayList<>();
    for (int i = 1 + random.nextInt(8); i > 0; i--) {
      Tier tier = random.nextBoolean() ? DISK : secondary;
      int replicas = 1 + random.nextInt(5);
      files.add(new ModelFile("/" + i, random.nextInt(20), tier, replicas));
    }
    int moves = 0;
    for (int period = 0; period < PERIODS; period++) {
      files.forEach(file -> file.marks.removeAll(EnumSet.of(Mark.RAISED, Mark.LOWERED)));
      for (int plan = 0; plan < PLANS_IN_A_PERIOD; plan++) {
        files.forEach(file -> change(file, random));
        double demoteBelow = random.nextDouble();
        AptRules rules =
            new AptRules(
                DISK,
                secondary,
                replication,
                new AptRules.Bounds(
                    demoteBelow,
                    demoteBelow + (1 - demoteBelow) / 2,
                    new Bonus(1 + random.nextInt(3) / 4.0)),
                random.nextInt(400),
                random.nextBoolean());
        moves += carryOut(files, rules, where + ", period " + period + ", plan " + plan);
      }
    }
    return moves;
  }

  private static void change(ModelFile file, Random random) {
    file.popularity = random.nextInt(4) == 0 ? 0 : Math.exp(3 * random.nextGaussian());
    for (Mark mark : List.of(Mark.PINNED, Mark.SCHEDULED)) {
      if (random.nextInt(10) == 0) {
        file.marks.add(mark);
      } else if (random.nextInt(3) == 0) {
        file.marks.remove(mark);
      }
    }
  }

  private static int carryOut(List<ModelFile> files, AptRules rules, String where) {
    List<Candidate> candidates = files.stream().map(ModelFile::candidate).toList();
    Plan plan = new AptPlanner(rules).decide(candidates);
    check(plan.equals(new AptPlanner(rules).decide(candidates)), () -> where + ": another plan");
    check(plan.decisions().size() == files.size(), () -> where + ": not a decision for each file");
    checkBudget(files, plan, rules, where);
    int moves = 0;
    for (int i = 0; i < files.size(); i++) {
      moves += move(files.get(i), plan.decisions().get(i), plan, rules, where);
    }
    return moves;
  }

  /**
   * The budget is never exceeded, except by the files that were on the primary tier before and may
   * not leave it, or not with fewer replicas.
   */
  private static void checkBudget(List<ModelFile> files, Plan plan, AptRules rules, String where) {
    long used = 0;
    long held = 0;
    for (int i = 0; i < files.size(); i++) {
      ModelFile file = files.get(i);
      FileDecision decision = plan.decisions().get(i);
      used += decision.tier().equals(DISK) ? file.bytes * decision.replicas() : 0;
      if (file.tier.equals(DISK)) {
        if (file.marks.contains(Mark.LOWERED)) {
          held += file.bytes * Math.max(2, file.replicas);
        } else if (file.marks.contains(Mark.PINNED)) {
          held += file.bytes * Math.max(2, Math.min(3, file.replicas));
        }
      }
    }
    check(plan.budgetUsed() == used, () -> where + ": another sum than " + plan.budgetUsed());
    check(used <= Math.max(rules.budgetBytes(), held), () -> where + ": above the budget: " + plan);
  }

  /** Returns 1 if the file was moved. */
  private static int move(
      ModelFile file, FileDecision decision, Plan plan, AptRules rules, String where) {
    Supplier<String> what = () -> where + ", file " + file.path + ": " + decision;
    int least = Math.max(rules.replication().minimum(), decision.tier().durable() ? 1 : 2);
    int most = Math.max(file.replicas, rules.replication().maximum());
    check(decision.replicas() >= least && decision.replicas() <= most, what);
    check(!decision.reason().isBlank(), what);

    boolean toFaster = decision.tier().equals(DISK) && !file.tier.equals(DISK);
    boolean toSlower = !decision.tier().equals(DISK) && file.tier.equals(DISK);
    boolean same = !toFaster && !toSlower;
    boolean raised = toFaster || (same && decision.replicas() > file.replicas);
    boolean lowered = toSlower || (same && decision.replicas() < file.replicas);
    boolean repaired = same && file.replicas < least;
    check(!raised || repaired || !file.marks.contains(Mark.RAISED), what);
    check(!lowered || !file.marks.contains(Mark.LOWERED), what);
    if (file.marks.contains(Mark.PINNED)) {
      check(!toSlower, what);
      boolean hasPlace = decision.tier().equals(DISK) && decision.replicas() >= 3;
      check(hasPlace || mentions(plan.degraded(), file.path), what);
    }
    if (raised) {
      file.marks.add(Mark.RAISED);
    }
    if (lowered) {
      file.marks.add(Mark.LOWERED);
    }
    file.tier = decision.tier();
    file.replicas = decision.replicas();
    return raised || lowered ? 1 : 0;
  }

  private static boolean mentions(List<String> degraded, String path) {
    return degraded.stream().anyMatch(line -> line.startsWith(path + " ("));
  }

  /** Millions of checks: each describes itself only if it fails. */
  private static void check(boolean holds, Supplier<String> what) {
    if (!holds) {
      throw new AssertionError(what.get());
    }
  }
}

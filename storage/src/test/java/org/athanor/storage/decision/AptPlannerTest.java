// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.athanor.storage.decision.Samples.ARCHIVE;
import static org.athanor.storage.decision.Samples.DISK;
import static org.athanor.storage.decision.Samples.FILER;
import static org.athanor.storage.decision.Samples.SSD;
import static org.athanor.storage.decision.Samples.file;

import java.util.List;
import org.athanor.storage.tier.Tier;
import org.junit.jupiter.api.Test;

/** Files have 10 bytes each, so that three replicas take 30. */
class AptPlannerTest {
  private static final long PLENTY = 1_000_000;

  private static Plan decide(AptRules rules, Candidate... candidates) {
    return new AptPlanner(rules).decide(List.of(candidates));
  }

  private static AptRules rules(Tier secondary, long budget, boolean lazy) {
    return new AptRules(
        DISK, secondary, Replication.DEFAULT, AptRules.Bounds.DEFAULT, budget, lazy);
  }

  private static Candidate on(Tier tier, String path, int replicas, double popularity, Mark... m) {
    return Samples.candidate(file(path, 10, replicas), tier, popularity, m);
  }

  /** What a plan wants, such as "/a 3 disk". */
  private static List<String> wants(Plan plan) {
    return plan.decisions().stream()
        .map(
            decision ->
                decision.candidate().file().path()
                    + " "
                    + decision.replicas()
                    + " "
                    + decision.tier().name())
        .toList();
  }

  /** AVG = 2: shares 3, 1, 0.5, 0.25, 0.25. round(3 · 3) = 9 replicas. */
  @Test
  void popularFilesGetReplicasAndUnpopularOnesLeave() {
    Plan plan =
        decide(
            rules(FILER, PLENTY, false),
            on(DISK, "/popular", 3, 6),
            on(DISK, "/average", 3, 2),
            on(DISK, "/bound", 3, 1),
            on(DISK, "/unpopular", 3, 0.5),
            on(FILER, "/cold", 1, 0.5));

    assertThat(wants(plan))
        .containsExactly(
            "/popular 9 disk",
            "/average 3 disk",
            "/bound 3 disk",
            "/unpopular 1 filer",
            "/cold 1 filer");
    assertThat(plan.degraded()).isEmpty();
    assertThat(plan.budgetUsed()).isEqualTo(150);
    assertThat(plan.decisions().get(0).reason())
        .isEqualTo("popular: 3.00 of the average popularity");
    assertThat(plan.decisions().get(3).reason())
        .isEqualTo("unpopular: 0.25 of the average popularity");
    assertThat(plan.decisions().get(1).changes()).isFalse();
    assertThat(plan.decisions().get(3).changes()).isTrue();
  }

  /** One replica would be lost with its device. */
  @Test
  void aTierThatIsNotDurableHoldsTwoReplicas() {
    Plan plan =
        decide(
            rules(ARCHIVE, PLENTY, false), on(DISK, "/unpopular", 3, 0.1), on(DISK, "/b", 3, 1.9));
    assertThat(wants(plan)).containsExactly("/unpopular 2 archive", "/b 6 disk");
  }

  @Test
  void theClustersMinimumHoldsOnADurableTierToo() {
    AptRules rules =
        new AptRules(
            DISK, FILER, new Replication(2, 3, 10), AptRules.Bounds.DEFAULT, PLENTY, false);
    Plan plan = decide(rules, on(DISK, "/unpopular", 3, 0.1), on(DISK, "/b", 3, 1.9));
    assertThat(wants(plan)).containsExactly("/unpopular 2 filer", "/b 6 disk");
  }

  /** Shares of 0.6: less than the 0.75 to come, more than the 0.5 to stay. */
  @Test
  void aFileBetweenTheBoundsStaysWhereItIs() {
    Plan plan =
        decide(
            rules(FILER, PLENTY, false),
            on(DISK, "/stays", 3, 0.6),
            on(FILER, "/stays away", 1, 0.6),
            on(FILER, "/comes", 1, 0.76),
            on(DISK, "/rest", 3, 2.04));
    assertThat(wants(plan))
        .containsExactly("/stays 3 disk", "/stays away 1 filer", "/comes 3 disk", "/rest 6 disk");
  }

  /** 100 bytes: all three get 3 replicas, the most popular one more; it wanted 5. */
  @Test
  void allGetTheUsualReplicasBeforeAnyGetsMore() {
    Plan plan =
        decide(
            rules(FILER, 100, false),
            on(DISK, "/a", 3, 1.7),
            on(DISK, "/b", 3, 0.7),
            on(FILER, "/c", 1, 0.8),
            on(FILER, "/d", 1, 0.8));
    assertThat(wants(plan)).containsExactly("/a 4 disk", "/b 1 filer", "/c 3 disk", "/d 3 disk");
    assertThat(plan.budgetUsed()).isEqualTo(100);
    assertThat(plan.degraded())
        .containsExactly(
            "/a (popular: 1.70 of the average popularity) has 4 replicas on tier disk, not 5: the"
                + " budget is used up",
            "/b (average: 0.70 of the average popularity) is not on tier disk: the budget is used"
                + " up");
  }

  /** There is room for one of the two. */
  @Test
  void aNewcomerMustBeMorePopularByATenth() {
    Candidate old = on(DISK, "/old", 3, 1);
    assertThat(wants(decide(rules(FILER, 30, false), old, on(FILER, "/new", 1, 1.09))))
        .containsExactly("/old 3 disk", "/new 1 filer");
    assertThat(wants(decide(rules(FILER, 30, false), old, on(FILER, "/new", 1, 1.11))))
        .containsExactly("/old 1 filer", "/new 3 disk");
  }

  /** There is room for one replica more than three of each. */
  @Test
  void aReplicaMovesToAnotherFileIfThatIsMorePopularByATenth() {
    Candidate cold = on(FILER, "/cold", 1, 0);
    Candidate old = on(DISK, "/old", 4, 2);
    assertThat(wants(decide(rules(FILER, 70, false), old, on(DISK, "/new", 3, 2.19), cold)))
        .containsExactly("/old 4 disk", "/new 3 disk", "/cold 1 filer");
    assertThat(wants(decide(rules(FILER, 70, false), old, on(DISK, "/new", 3, 2.21), cold)))
        .containsExactly("/old 3 disk", "/new 4 disk", "/cold 1 filer");
  }

  /**
   * Shares of 1.15 and 1.2 want 3.45 and 3.6 replicas, which are 3 and 4. A tenth more or less
   * would be 4 and 3: files that are there keep these, and a new one gets what it wants.
   */
  @Test
  void theNumberOfReplicasDoesNotChangeForATenth() {
    Plan plan =
        decide(
            rules(FILER, PLENTY, false),
            on(DISK, "/four", 4, 1.15),
            on(DISK, "/three", 3, 1.2),
            on(FILER, "/new", 1, 1.2),
            on(DISK, "/rest", 3, 0.45));
    assertThat(wants(plan))
        .containsExactly("/four 4 disk", "/three 3 disk", "/new 4 disk", "/rest 1 filer");
  }

  @Test
  void pinnedFilesAndThoseOfScheduledJobsGoFirst() {
    Plan plan =
        decide(
            rules(FILER, 60, false),
            on(DISK, "/popular", 3, 10),
            on(FILER, "/scheduled", 1, 0.1, Mark.SCHEDULED),
            on(DISK, "/pinned", 3, 0.1, Mark.PINNED));
    assertThat(wants(plan))
        .containsExactly("/popular 1 filer", "/scheduled 3 disk", "/pinned 3 disk");
    assertThat(plan.decisions().get(0).reason())
        .isEqualTo(
            "popular: 2.94 of the average popularity, but there is no place for it on tier disk");
    assertThat(plan.decisions().get(1).reason()).isEqualTo("a scheduled job reads it");
    assertThat(plan.decisions().get(2).reason()).isEqualTo("pinned");
  }

  @Test
  void aPinnedFileComesBeforeThoseOfJobs() {
    Plan plan =
        decide(
            rules(FILER, 30, false),
            on(FILER, "/scheduled", 1, 9, Mark.SCHEDULED),
            on(FILER, "/pinned", 1, 0.1, Mark.PINNED));
    assertThat(wants(plan)).containsExactly("/scheduled 1 filer", "/pinned 3 disk");
  }

  @Test
  void pinsAreHonouredAboveTheBudget() {
    Plan plan =
        decide(
            rules(FILER, 20, false),
            on(DISK, "/pinned", 3, 0.1, Mark.PINNED),
            on(DISK, "/popular", 3, 10));
    assertThat(wants(plan)).containsExactly("/pinned 3 disk", "/popular 1 filer");
    assertThat(plan.budgetUsed()).isEqualTo(30);
    assertThat(plan.degraded())
        .contains("files that may not leave tier disk need 30 bytes: the budget is 20");
  }

  @Test
  void aFileMovesOncePerPeriodAndDirection() {
    Plan plan =
        decide(
            rules(FILER, PLENTY, false),
            on(DISK, "/was lowered", 5, 0.1, Mark.LOWERED),
            on(FILER, "/was raised", 1, 3, Mark.RAISED),
            on(DISK, "/was raised here", 4, 3, Mark.RAISED),
            on(DISK, "/may fall", 4, 0.1, Mark.RAISED),
            on(FILER, "/may rise", 1, 3, Mark.LOWERED),
            on(FILER, "/surplus", 3, 0.1, Mark.LOWERED));
    assertThat(wants(plan))
        .containsExactly(
            "/was lowered 5 disk",
            "/was raised 1 filer",
            "/was raised here 4 disk",
            "/may fall 1 filer",
            "/may rise 6 disk",
            "/surplus 3 filer");
    assertThat(plan.degraded())
        .containsExactly(
            "/was raised here (popular: 1.94 of the average popularity) has 4 replicas on tier"
                + " disk, not 6: it was raised in this period",
            "/was raised (popular: 1.94 of the average popularity) is not on tier disk: it was"
                + " raised in this period");
  }

  @Test
  void tooFewReplicasAreRepairedWhateverWasMoved() {
    Plan plan =
        decide(
            rules(ARCHIVE, 10, false),
            on(DISK, "/a", 1, 1, Mark.LOWERED, Mark.RAISED),
            on(ARCHIVE, "/b", 1, 1, Mark.LOWERED, Mark.RAISED));
    assertThat(wants(plan)).containsExactly("/a 2 disk", "/b 2 archive");
  }

  @Test
  void lazyDeletionKeepsReplicasWhileThereIsSpace() {
    Candidate cooled = on(DISK, "/cooled", 8, 1);
    Candidate other = on(DISK, "/other", 3, 1);
    assertThat(wants(decide(rules(FILER, PLENTY, false), cooled, other)))
        .containsExactly("/cooled 3 disk", "/other 3 disk");

    Plan lazy = decide(rules(FILER, PLENTY, true), cooled, other);
    assertThat(wants(lazy)).containsExactly("/cooled 8 disk", "/other 3 disk");
    assertThat(lazy.decisions().get(0).reason())
        .isEqualTo(
            "average: 1.00 of the average popularity; keeps replicas until their space is needed");

    assertThat(wants(decide(rules(FILER, 80, true), cooled, other)))
        .containsExactly("/cooled 5 disk", "/other 3 disk");
  }

  @Test
  void noFileIsUnpopularIfTheBoundsSaySo() {
    AptRules rules =
        new AptRules(DISK, FILER, Replication.DEFAULT, AptRules.Bounds.NEVER, PLENTY, false);
    Plan plan = decide(rules, on(DISK, "/never read", 3, 0), on(DISK, "/b", 3, 2));
    assertThat(wants(plan)).containsExactly("/never read 3 disk", "/b 6 disk");
  }

  @Test
  void withoutAnyPopularityAllFilesAreAverage() {
    Plan plan = decide(rules(FILER, PLENTY, false), on(DISK, "/a", 3, 0), on(FILER, "/b", 1, 0));
    assertThat(wants(plan)).containsExactly("/a 3 disk", "/b 3 disk");
    assertThat(decide(rules(FILER, PLENTY, false)).decisions()).isEmpty();
  }

  @Test
  void refusesWhatItCannotDecide() {
    assertThatThrownBy(() -> decide(rules(FILER, 1, false), on(SSD, "/a", 3, 1)))
        .hasMessage("/a is on tier ssd: must be on disk or filer");
    assertThatThrownBy(() -> rules(DISK, 1, false))
        .hasMessage("tier disk is primary and secondary: must be two tiers");
    assertThatThrownBy(() -> rules(FILER, -1, false))
        .hasMessage("budgetBytes=-1: must be 0 or more");
    assertThatThrownBy(() -> on(DISK, "/a", 3, Double.NaN))
        .hasMessage("popularity of /a=NaN: must be finite");
    assertThatThrownBy(() -> new Replication(4, 3, 5)).hasMessage("minimum=4: must be from 1 to 3");
    assertThatThrownBy(() -> new Replication(1, 1, 5)).hasMessage("usual=1: must be 2 or more");
    assertThatThrownBy(() -> new Replication(1, 3, 2)).hasMessage("maximum=2: must be 3 or more");
    assertThatThrownBy(() -> new AptRules.Bounds(0.5, 0.4, Bonus.NONE))
        .hasMessage("promoteFrom=0.4: must be from 0.5 to 1");
  }
}

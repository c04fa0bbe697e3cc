// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.athanor.storage.decision.AptPlanner;
import org.athanor.storage.decision.AptRules;
import org.athanor.storage.decision.Bonus;
import org.athanor.storage.decision.Candidate;
import org.athanor.storage.decision.FileDecision;
import org.athanor.storage.decision.Mark;
import org.athanor.storage.decision.PersistentRegion;
import org.athanor.storage.decision.Plan;
import org.athanor.storage.decision.RegionPlan;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.view.FileFacts;
import org.athanor.tiering.image.FileRecord;

/**
 * What should become of each file, by stock storage policies: files that will be read get one copy
 * on SSD (DUX's persistent region, K. Ravindranathan, 2015, section 6.1.4), popular files more
 * replicas (AptStore, section 5.2.4), and files that nobody uses go to archive storage. Files with
 * a storage policy from a directory, or of a kind that a plan never gives, are left alone: somebody
 * has decided about them.
 */
public final class Decisions {
  private final Namespace namespace;
  private final PlanSettings settings;
  private final Map<String, Integer> leftAlone = new TreeMap<>();
  private final StoragePolicy[] policies;
  private final BitSet planned = new BitSet();
  private final Reserved reserved;
  private int refused;

  /** Files with HDFS's default storage policy, or one of a plan, that belong to others. */
  @FunctionalInterface
  public interface Reserved {
    /** None. */
    Reserved NONE = (file, policy) -> Optional.empty();

    /** Why a file is left alone, in a few words that are the same for many files; empty if not. */
    Optional<String> reason(FileRecord file, StoragePolicy policy);
  }

  /** Is told what the planners of module {@code storage} were asked, and what they decided. */
  public interface Observer {
    /** Looks away. */
    Observer NONE =
        new Observer() {
          @Override
          public void replicas(AptRules rules, List<Candidate> candidates, Plan plan) {
            // Nobody wants to know.
          }

          @Override
          public void copies(SsdCopies region, List<Candidate> candidates, RegionPlan plan) {
            // Nobody wants to know.
          }
        };

    /** Numbers of replicas were decided about. */
    void replicas(AptRules rules, List<Candidate> candidates, Plan plan);

    /** Copies on SSD were decided about. */
    void copies(SsdCopies region, List<Candidate> candidates, RegionPlan plan);
  }

  /**
   * Where copies on SSD may go.
   *
   * @param home the tier of the other replicas
   * @param cache the tier of the copies, one of each file
   * @param capacityBytes what all copies may take together, from 0
   * @param bonus of files that have their copy
   */
  public record SsdCopies(Tier home, Tier cache, long capacityBytes, Bonus bonus) {}

  /** Finds the files that may be touched. */
  public Decisions(Namespace namespace, PlanSettings settings, Reserved reserved) {
    this.namespace = namespace;
    this.reserved = reserved;
    this.settings = settings;
    this.policies = new StoragePolicy[namespace.files().size()];
    sortOut();
  }

  /** The policy that a file has. */
  StoragePolicy policy(int number) {
    return policies[number];
  }

  /** Numbers of the files that may get a copy on SSD. */
  BitSet cacheable() {
    BitSet cacheable = new BitSet();
    planned.stream()
        .filter(number -> policies[number] != StoragePolicy.COLD)
        .forEach(cacheable::set);
    return cacheable;
  }

  /** Numbers of those files that go first. */
  static BitSet pinned(Namespace namespace, PlanSettings settings, BitSet files) {
    BitSet pinned = (BitSet) files.clone();
    files.stream()
        .filter(number -> !settings.pins(namespace.files().get(number).path()))
        .forEach(pinned::clear);
    return pinned;
  }

  /** What files that are left alone take on SSD. */
  private long takenOnSsd() {
    long taken = 0;
    for (int number = 0; number < policies.length; number++) {
      FileRecord file = namespace.files().get(number);
      if (!planned.get(number) && policies[number] == StoragePolicy.ONE_SSD) {
        taken += file.bytes();
      } else if (policies[number] == StoragePolicy.ALL_SSD) {
        taken += file.bytes() * file.replication();
      }
    }
    return taken;
  }

  /** Number of files that are not touched, by reason. */
  public Map<String, Integer> leftAlone() {
    return leftAlone;
  }

  /** After {@link #actions}: number of wishes that could not be granted. */
  public int refused() {
    return refused;
  }

  private void sortOut() {
    for (int number = 0; number < policies.length; number++) {
      FileRecord file = namespace.files().get(number);
      Optional<String> reason = reasonToLeave(number, file);
      if (reason.isPresent()) {
        leftAlone.merge(reason.get(), 1, Integer::sum);
      } else if (file.bytes() > 0) {
        planned.set(number);
      }
    }
  }

  private Optional<String> reasonToLeave(int number, FileRecord file) {
    boolean own = file.storagePolicy() > FileRecord.INHERITED;
    int id = own ? file.storagePolicy() : namespace.inheritedPolicy(file.path());
    Optional<StoragePolicy> policy = StoragePolicy.of(id);
    policies[number] = policy.orElse(StoragePolicy.HOT);
    if (policy.isEmpty()) {
      return Optional.of("storage policy number " + id);
    }
    if (!policy.get().isPlanned()) {
      return Optional.of("storage policy " + policy.get());
    }
    if (!own && policy.get() != StoragePolicy.HOT) {
      return Optional.of("storage policy " + policy.get() + " of a directory");
    }
    return reserved.reason(file, policy.get()).or(() -> Exclusion.of(file).map(Exclusion::text));
  }

  /** Files with fewer replicas than usual, or more than a plan gives, are somebody's wish. */
  BitSet replicable() {
    BitSet replicable = new BitSet();
    planned.stream()
        .filter(
            number -> {
              int replicas = namespace.files().get(number).replication();
              return policies[number] != StoragePolicy.COLD
                  && replicas >= settings.replication().usual()
                  && replicas <= settings.replication().maximum();
            })
        .forEach(replicable::set);
    return replicable;
  }

  /** One decision after the other: archive, then replicas, then copies on SSD; sorted by path. */
  public List<PlanAction> actions(FileHistory past) {
    return actions(past, Observer.NONE);
  }

  /**
   * One decision after the other, as {@link #actions(FileHistory)}.
   *
   * @param observer told of each question to a planner, in the order in which they are asked
   * @return what is to be done, sorted by path
   */
  public List<PlanAction> actions(FileHistory past, Observer observer) {
    Map<String, Draft> drafts = new HashMap<>();
    planned.stream()
        .forEach(
            number -> {
              FileRecord file = namespace.files().get(number);
              drafts.put(file.path(), new Draft(number, file, policies[number]));
            });
    settings
        .archiveAfter()
        .filter(age -> isKnown(age, past))
        .ifPresent(age -> archive(drafts.values(), past, age));
    settings.extraReplicaBytes().ifPresent(extra -> replicate(drafts, past, extra, observer));
    settings.ssdBytes().ifPresent(bytes -> cache(drafts, past, bytes, observer));
    return drafts.values().stream()
        .flatMap(draft -> draft.action().stream())
        .sorted(Comparator.comparing(PlanAction::path))
        .toList();
  }

  /** Whether it can be known of a file that it was not used for so long. */
  boolean isKnown(Duration age, FileHistory past) {
    return namespace.tellsAccessTimes() || past.latest() - past.first() >= age.toMillis();
  }

  private void archive(Iterable<Draft> drafts, FileHistory past, Duration age) {
    long before = past.latest() - age.toMillis();
    int least = settings.replication().least(settings.speeds().archive());
    for (Draft draft : drafts) {
      long used =
          LongStream.of(
                  past.lastUse(draft.number()),
                  draft.file().modified().toEpochMilli(),
                  draft.file().accessed().toEpochMilli())
              .max()
              .getAsLong();
      boolean idle = used < before && !settings.pins(draft.file().path());
      if (idle) {
        draft.archive(least, "not used for " + text(age));
      } else if (draft.policy() == StoragePolicy.COLD) {
        int usual = settings.replication().usual();
        draft.restore(usual, "used within " + text(age));
      }
    }
  }

  private void replicate(
      Map<String, Draft> drafts, FileHistory past, long extra, Observer observer) {
    BitSet replicable = replicable();
    List<Candidate> candidates = new ArrayList<>();
    long budget = extra;
    for (Draft draft : drafts.values()) {
      if (replicable.get(draft.number()) && draft.policy() != StoragePolicy.COLD) {
        candidates.add(candidate(draft, settings.speeds().disk(), apt(past, draft.number())));
        budget += draft.file().bytes() * settings.replication().usual();
      }
    }
    candidates.sort(Comparator.comparing(candidate -> candidate.file().path()));
    AptRules rules =
        new AptRules(
            settings.speeds().disk(),
            settings.speeds().archive(),
            settings.replication(),
            AptRules.Bounds.NEVER,
            budget,
            false);
    Plan plan = new AptPlanner(rules).decide(candidates);
    observer.replicas(rules, candidates, plan);
    refused += plan.degraded().size();
    for (FileDecision decision : plan.decisions()) {
      if (decision.changes()) {
        drafts
            .get(decision.candidate().file().path())
            .replicas(decision.replicas(), decision.reason());
      }
    }
  }

  private static double apt(FileHistory past, int number) {
    double popularity = past.aptPopularity(number);
    return Double.isNaN(popularity) ? 0 : popularity;
  }

  private void cache(Map<String, Draft> drafts, FileHistory past, long bytes, Observer observer) {
    Tier ssd = settings.speeds().ssd();
    List<Candidate> candidates = new ArrayList<>();
    for (Draft draft : drafts.values()) {
      boolean there = draft.policy() == StoragePolicy.ONE_SSD;
      boolean pinned = settings.pins(draft.file().path());
      if (draft.policy() != StoragePolicy.COLD
          && (there || pinned || past.timesRead(draft.number()) > 0)) {
        double popularity = past.predicted(draft.number());
        candidates.add(
            candidate(
                draft,
                there ? ssd : settings.speeds().disk(),
                Double.isNaN(popularity) ? 0 : popularity));
      }
    }
    long capacity = Math.max(0, bytes - takenOnSsd());
    SsdCopies copies = new SsdCopies(settings.speeds().disk(), ssd, capacity, Bonus.DEFAULT);
    RegionPlan plan =
        new PersistentRegion(ssd, copies.capacityBytes(), 1, copies.bonus()).decide(candidates);
    observer.copies(copies, candidates, plan);
    refused += plan.degraded().size();
    for (Candidate candidate : plan.load()) {
      Draft draft = drafts.get(candidate.file().path());
      draft.policy(
          StoragePolicy.ONE_SSD,
          candidate.is(Mark.PINNED) ? "pinned" : timesRead(past.timesRead(draft.number())));
    }
    for (Candidate candidate : plan.evict()) {
      drafts
          .get(candidate.file().path())
          .policy(StoragePolicy.HOT, "others are more popular, and the SSD budget is used up");
    }
  }

  /** The reason of a plan for a file that was read so often, such as {@code read 3 times}. */
  static String timesRead(long times) {
    return times == 1 ? "read once" : "read " + times + " times";
  }

  private Candidate candidate(Draft draft, Tier tier, double popularity) {
    FileRecord file = draft.file();
    EnumSet<Mark> marks = EnumSet.noneOf(Mark.class);
    if (settings.pins(file.path())) {
      marks.add(Mark.PINNED);
    }
    return new Candidate(
        new FileFacts(
            file.path(),
            file.id(),
            file.bytes(),
            file.blocks(),
            file.blockBytes(),
            file.replication(),
            file.modified()),
        tier,
        popularity,
        marks);
  }

  /** As in {@code 26w}, but in days, hours, minutes and seconds. */
  static String text(Duration duration) {
    return duration.toString().substring(1).replace("T", "").toLowerCase(Locale.ROOT);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.athanor.simulator.file.HdfsReader.Hdfs;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.manage.ManagerRules;
import org.athanor.simulator.manage.Planning;
import org.athanor.simulator.manage.PredictionErrors;
import org.athanor.storage.decision.AptRules;
import org.athanor.storage.decision.Bonus;
import org.athanor.storage.decision.Replication;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;
import org.athanor.yaml.Key;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;
import org.athanor.yaml.text.ByteSize;

/** The key {@code manager}: the daemon that moves files between tiers. */
final class ManagerReader {
  private static final double BUDGET = 1.1;
  private static final Duration PERIOD = Duration.ofHours(1);
  private static final Duration SLOT = Duration.ofMinutes(1);
  private static final int STREAMS = 2;
  private static final int CUSHION = 1;
  private static final int SCARLETTS_REPLICAS = 3;

  /** The daemon leaves no file fewer, and by default gives none more. */
  private static final int LEAST_REPLICAS = 2;

  private static final int MOST_REPLICAS = 10;

  private final ClusterFacts cluster;
  private final Hdfs hdfs;
  private final List<FileSpec> files;

  /**
   * Reads managers of some files.
   *
   * @param files that are there at the beginning
   */
  ManagerReader(ClusterFacts cluster, Hdfs hdfs, List<FileSpec> files) {
    this.cluster = cluster;
    this.hdfs = hdfs;
    this.files = files;
  }

  /** A value as it is written in files. */
  static String id(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Reads it. If anything is wrong, it is reported, and there is none. */
  Optional<ManagerRules> read(Place place) {
    int before = place.problems().size();
    Section section = new Section(place, "the manager", Keys.MANAGERS);
    Optional<DecideKind> decide = section.get(Keys.DECIDE);
    if (decide.isEmpty()) {
      return Optional.empty();
    }
    for (Key<?> key : meaningless(decide.get())) {
      section
          .place(key)
          .ifPresent(
              at -> at.report("means nothing with decide: " + id(decide.get()) + "; remove it"));
    }
    Optional<Tier> home = tier(section, Keys.HOME, DeviceType.DISK, place);
    home.ifPresent(tier -> checkPlacement(section, tier, place));
    Optional<Planning> planning =
        home.flatMap(tier -> planning(decide.get(), section, tier, place));
    Duration slot = section.get(Keys.TIME_SLOT).orElse(SLOT);
    PredictKind predict = section.get(Keys.PREDICT).orElse(usual(decide.get()));
    Duration period = section.get(Keys.PERIOD).orElse(PERIOD);
    int streams = section.get(Keys.STREAMS).orElse(STREAMS);
    PredictionErrors errors =
        new PredictionErrors(
            section.get(Keys.ERROR).orElse(0.0), section.get(Keys.MISTAKEN).orElse(0.0));
    return place.problems().size() > before
        ? Optional.empty()
        : planning.map(
            some ->
                new ManagerRules(
                    some,
                    predict.foresight(slot),
                    Seconds.of(period),
                    streams,
                    Seconds.of(slot),
                    errors));
  }

  /** The keys that only others look at. */
  private static List<Key<?>> meaningless(DecideKind decide) {
    List<Key<?>> keys = new ArrayList<>();
    if (decide == DecideKind.SERVE) {
      keys.addAll(List.of(Keys.OTHER, Keys.BUDGET, Keys.REGION));
    } else {
      keys.addAll(List.of(Keys.SSD, Keys.EXTRA_REPLICAS, Keys.ARCHIVE_AFTER));
      keys.add(decide == DecideKind.REGION ? Keys.BUDGET : Keys.REGION);
    }
    if (decide == DecideKind.SCARLETT) {
      keys.add(Keys.OTHER);
    }
    return keys;
  }

  private static PredictKind usual(DecideKind decide) {
    return switch (decide) {
      case APTSTORE, APTSTORE_PERF -> PredictKind.APTSTORE;
      case SCARLETT -> PredictKind.CONCURRENT;
      case REGION -> PredictKind.DUX;
      case SERVE -> PredictKind.RECURRENCE;
    };
  }

  private Optional<Planning> planning(DecideKind decide, Section section, Tier home, Place place) {
    double usualBytes = files.stream().mapToDouble(f -> (double) f.bytes() * f.replication()).sum();
    double budget = section.get(Keys.BUDGET).orElse(BUDGET);
    return switch (decide) {
      case SCARLETT -> scarlett(home, (long) (Math.max(0, budget - 1) * usualBytes), place);
      case REGION ->
          tier(section, Keys.OTHER, DeviceType.SSD, place)
              .flatMap(cache -> region(section, home, cache, place));
      case SERVE -> serve(section, home, place);
      case APTSTORE, APTSTORE_PERF ->
          tier(section, Keys.OTHER, DeviceType.ARCHIVE, place)
              .flatMap(other -> aptStore(decide, home, other, (long) (budget * usualBytes), place));
    };
  }

  /** All files must be on {@code home} at the beginning. */
  private void checkPlacement(Section section, Tier home, Place place) {
    if (hdfs.rules().placement().isPresent()) {
      place.report(
          "needs hdfs.placement: hdfs, or rules without placements; other policies do not put all"
              + " files on one tier");
    }
    List<Tier> tiers = cluster.tiers().all();
    boolean disks = tiers.stream().anyMatch(tier -> tier.devices().contains(DeviceType.DISK));
    if (disks ? !home.devices().contains(DeviceType.DISK) : tiers.size() > 1) {
      section
          .place(Keys.HOME)
          .orElse(place)
          .report("files are not all on " + home.name() + ": must be disk, or the only type");
    }
  }

  private Optional<Planning> scarlett(Tier home, long budgetBytes, Place place) {
    if (hdfs.replication() != SCARLETTS_REPLICAS) {
      place.report("Scarlett needs hdfs.replication of " + SCARLETTS_REPLICAS);
      return Optional.empty();
    }
    int most = Math.max(SCARLETTS_REPLICAS, cluster.storingNodes());
    return Optional.of(new Planning.Scarlett(home, CUSHION, most, budgetBytes));
  }

  /** The daemon with the options of {@code athanor storage serve}. */
  private Optional<Planning> serve(Section section, Tier home, Place place) {
    Optional<ByteSize> ssd = section.get(Keys.SSD);
    Optional<ByteSize> extra = section.get(Keys.EXTRA_REPLICAS);
    Optional<Duration> archive = section.get(Keys.ARCHIVE_AFTER);
    if (ssd.isEmpty() && extra.isEmpty() && archive.isEmpty()) {
      place.report("needs ssd, extra replicas or archive after: what it may do");
      return Optional.empty();
    }
    if (hdfs.replication() < LEAST_REPLICAS) {
      place.report("the daemon needs hdfs.replication of " + LEAST_REPLICAS + " or more");
      return Optional.empty();
    }
    Optional<Tier> fast =
        ssd.flatMap(any -> present(DeviceType.SSD, section.place(Keys.SSD).orElse(place)));
    Optional<Tier> slow =
        archive.flatMap(
            any -> present(DeviceType.ARCHIVE, section.place(Keys.ARCHIVE_AFTER).orElse(place)));
    boolean differ =
        (fast.isEmpty() || differ(home, fast.get(), place))
            && (slow.isEmpty() || differ(home, slow.get(), place));
    if (fast.isPresent() != ssd.isPresent() || slow.isPresent() != archive.isPresent() || !differ) {
      return Optional.empty();
    }
    int least = Math.max(LEAST_REPLICAS, Math.min(hdfs.leastReplicas(), hdfs.replication()));
    int most = Math.min(MOST_REPLICAS, cluster.storingNodes());
    return Optional.of(
        new Planning.Serve(
            home,
            slow.map(tier -> new Planning.Archive(tier, Seconds.of(archive.orElseThrow()))),
            extra.map(ByteSize::bytes),
            fast.map(tier -> new Planning.Ssd(tier, ssd.orElseThrow().bytes())),
            new Replication(least, hdfs.replication(), Math.max(hdfs.replication(), most))));
  }

  private Optional<Planning> region(Section section, Tier home, Tier cache, Place place) {
    Optional<ByteSize> size = section.get(Keys.REGION);
    if (size.isEmpty()) {
      place.report("needs region, the bytes of all copies on " + cache.name());
    }
    if (cluster.storingNodes() <= hdfs.replication()) {
      place.report(
          "a copy goes to a node without a replica; needs more than "
              + hdfs.replication()
              + " nodes that store blocks");
    }
    return differ(home, cache, place)
        ? size.map(bytes -> new Planning.Region(home, cache, bytes.bytes(), Bonus.DEFAULT))
        : Optional.empty();
  }

  private Optional<Planning> aptStore(
      DecideKind decide, Tier home, Tier other, long budgetBytes, Place place) {
    if (hdfs.replication() < 2) {
      place.report("AptStore needs hdfs.replication of 2 or more");
    }
    if (!differ(home, other, place) || hdfs.replication() < 2) {
      return Optional.empty();
    }
    Replication replication =
        new Replication(
            Math.min(hdfs.leastReplicas(), hdfs.replication()),
            hdfs.replication(),
            Math.max(hdfs.replication(), cluster.storingNodes()));
    AptRules.Bounds bounds =
        decide == DecideKind.APTSTORE ? AptRules.Bounds.DEFAULT : AptRules.Bounds.NEVER;
    return Optional.of(
        new Planning.AptStore(
            new AptRules(home, durable(other), replication, bounds, budgetBytes, false)));
  }

  private static boolean differ(Tier home, Tier other, Place place) {
    if (home.name().equals(other.name())) {
      place.report("home and other are both " + home.name() + "; must be two types of devices");
    }
    return !home.name().equals(other.name());
  }

  /** The tier of the unpopular keeps files with one replica. */
  private static Tier durable(Tier tier) {
    return new Tier(
        tier.name(),
        tier.devices(),
        tier.nodeLabel(),
        tier.readBytesPerSecond(),
        tier.writeBytesPerSecond(),
        tier.iops(),
        true);
  }

  private Optional<Tier> tier(Section section, Key<DeviceType> key, DeviceType usual, Place place) {
    DeviceType type = section.get(key).orElse(usual);
    Optional<Tier> found = cluster.tiers().named(Keys.idOf(type));
    if (found.isEmpty()) {
      section
          .place(key)
          .orElse(place)
          .report(
              key.name()
                  + " is "
                  + Keys.idOf(type)
                  + ", and no node has such a device for blocks; must be a type of the cluster");
    }
    return found;
  }

  private Optional<Tier> present(DeviceType type, Place place) {
    Optional<Tier> found = cluster.tiers().named(Keys.idOf(type));
    if (found.isEmpty()) {
      place.report("needs a device of type " + Keys.idOf(type) + " for blocks; no node has one");
    }
    return found;
  }
}

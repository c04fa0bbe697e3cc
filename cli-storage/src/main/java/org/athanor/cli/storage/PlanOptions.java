// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.athanor.cli.storage.gain.Readers;
import org.athanor.cli.usage.UsageException;
import org.athanor.storage.decision.Replication;
import org.athanor.storage.rules.StorageRules;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;
import org.athanor.tiering.apply.LeastReplicas;
import org.athanor.tiering.pins.PinsFile;
import org.athanor.tiering.plan.Decisions;
import org.athanor.tiering.plan.PlanSettings;
import org.athanor.tiering.plan.StoragePolicy;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say what a plan may do, and by what it is made. */
final class PlanOptions {
  /** Also on tiers that the rules call durable, because replicas go before the file is there. */
  private static final int LEAST_REPLICAS = LeastReplicas.UNLESS_DURABLE;

  @Option(
      names = "--ssd",
      paramLabel = "<size>",
      description = "SSD for one copy of each of the most popular files.")
  private String ssd;

  @Option(
      names = "--extra-replicas",
      paramLabel = "<size>",
      description = "What replicas beyond the usual number may take, for popular files.")
  private String extraReplicas;

  @Option(
      names = "--archive-after",
      paramLabel = "<time>",
      description = "Move files to archive storage that were not used for so long.")
  private String archiveAfter;

  @Option(
      names = "--pin",
      paramLabel = "<path>",
      description = {
        "A file or directory that goes on SSD first, besides those of --pins. Repeatable."
      })
  private List<String> pins = List.of();

  @Mixin private PinsOption pinsFile;

  @Mixin private LearningOptions learning;

  @Option(
      names = "--replication",
      paramLabel = "<n>",
      defaultValue = "3",
      description = "The usual number of replicas. Default: ${DEFAULT-VALUE}")
  private int replication;

  @Option(
      names = "--max-replication",
      paramLabel = "<n>",
      defaultValue = "10",
      description = "The most replicas that a file may get. Default: ${DEFAULT-VALUE}")
  private int maxReplication;

  @Option(
      names = "--move-rate",
      paramLabel = "<size>",
      defaultValue = "100m",
      description = "Bytes per second that the cluster can move. Default: ${DEFAULT-VALUE}")
  private String moveRate;

  @Option(
      names = "--rules",
      paramLabel = "<file>",
      description = {
        "The rules file of the NameNode's plug-ins, with the speeds of the tiers; see",
        "docs/storage.md. What its placements hold on tiers and in regions is left alone; 'serve'",
        "keeps these files whole there.",
        "Default: SSD 500 MB/s, disk 150 MB/s, archive 150 MB/s"
      })
  private Path rules;

  /** The rules of the file, once it was read. */
  private StorageRules read;

  /**
   * What a plan is made for.
   *
   * @throws UsageException if an option has a wrong value, or the usual number of replicas is below
   *     what the rules file wants
   */
  PlanSettings settings() throws UsageException {
    return settings(least());
  }

  /**
   * What a daemon plans for: how few replicas it leaves a file, it asks the rules before each plan.
   *
   * @throws UsageException if an option has a wrong value
   */
  PlanSettings settingsOfDaemon() throws UsageException {
    return settings(LEAST_REPLICAS);
  }

  private PlanSettings settings(int least) throws UsageException {
    if (replication < LEAST_REPLICAS) {
      throw new UsageException(
          "--replication=" + replication + ": must be " + LEAST_REPLICAS + " or more");
    }
    try {
      return new PlanSettings(
          learning.predictor(),
          learning.period(),
          learning.window(),
          optional("--ssd", ssd, Amounts::size),
          optional("--extra-replicas", extraReplicas, Amounts::size),
          optional("--archive-after", archiveAfter, Amounts::duration),
          new Replication(least, replication, maxReplication),
          speeds(),
          (double) value("--move-rate", moveRate, Amounts::size),
          pins.stream().map(Paths::withoutSlash).toList());
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }

  /**
   * The file with more pins.
   *
   * @throws UsageException if it was named and there is none, or it has a wrong line
   */
  PinsFile pins() throws UsageException {
    PinsFile file = pinsFile.toRead();
    try {
      file.read();
    } catch (IOException e) {
      throw new UsageException(e.getMessage(), e);
    }
    return file;
  }

  /**
   * How clients read, by the rules file if there is one.
   *
   * @throws UsageException if the rules file is not valid
   */
  Readers readers() throws UsageException {
    return rules == null ? Readers.stock() : Readers.of(read());
  }

  static <T> T value(String option, String text, Function<String, T> parser) throws UsageException {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException(option + "=" + text + ": " + e.getMessage(), e);
    }
  }

  private static <T> Optional<T> optional(String option, String text, Function<String, T> parser)
      throws UsageException {
    return text == null ? Optional.empty() : Optional.of(value(option, text, parser));
  }

  private PlanSettings.Speeds speeds() throws UsageException {
    PlanSettings.Speeds usual = usualSpeeds();
    if (rules == null) {
      return usual;
    }
    Tiers tiers = read().tiers();
    return new PlanSettings.Speeds(
        tiers.of(DeviceType.SSD, "").orElse(usual.ssd()),
        tiers.of(DeviceType.DISK, "").orElse(usual.disk()),
        tiers.of(DeviceType.ARCHIVE, "").orElse(usual.archive()));
  }

  /**
   * Files that the rules file places: the plug-in decides about them, not the plan.
   *
   * @throws UsageException if the rules file is not valid
   */
  Decisions.Reserved reserved() throws UsageException {
    if (rules == null) {
      return Decisions.Reserved.NONE;
    }
    StorageRules placed = read();
    return (file, policy) ->
        policy == StoragePolicy.HOT && RulesOption.hold(placed, file.path())
            ? Optional.of("placed by the rules")
            : Optional.empty();
  }

  /**
   * How few replicas a plan leaves a file.
   *
   * @throws UsageException if the usual number is below what the rules file wants, or that is not
   *     valid
   */
  private int least() throws UsageException {
    if (rules == null) {
      return LEAST_REPLICAS;
    }
    LeastReplicas least = LeastReplicas.of(read(), rules.toString());
    if (replication < least.number()) {
      throw new UsageException(
          "--replication="
              + replication
              + ": is below "
              + least.origin()
              + "; must be "
              + least.number()
              + " or more");
    }
    return least.number();
  }

  private StorageRules read() throws UsageException {
    if (read == null) {
      read = RulesOption.read(rules);
    }
    return read;
  }

  private static Tier tier(String name, DeviceType device, double bytesPerSecond) {
    return new Tier(name, Set.of(device), "", bytesPerSecond, bytesPerSecond, 100, false);
  }

  /**
   * The tiers of the rules file; empty if none was named.
   *
   * @throws UsageException if the rules file is not valid
   */
  Optional<Tiers> tiers() throws UsageException {
    return rules == null ? Optional.empty() : Optional.of(read().tiers());
  }

  /** The usual speeds of devices. */
  static PlanSettings.Speeds usualSpeeds() {
    return new PlanSettings.Speeds(
        tier("ssd", DeviceType.SSD, 500e6),
        tier("disk", DeviceType.DISK, 150e6),
        tier("archive", DeviceType.ARCHIVE, 150e6));
  }

  /** The rules file; empty if none was named. */
  Optional<Path> rules() {
    return Optional.ofNullable(rules);
  }

  /** The zone of the NameNode's times. */
  ZoneId zone() throws UsageException {
    return learning.zone();
  }

  /**
   * What is learnt without a plan: nothing may be done.
   *
   * @throws UsageException if an option has a wrong value
   */
  static PlanSettings learn(LearningOptions learning) throws UsageException {
    PlanOptions none = new PlanOptions();
    try {
      return new PlanSettings(
          learning.predictor(),
          learning.period(),
          learning.window(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          new Replication(LEAST_REPLICAS, LEAST_REPLICAS, LEAST_REPLICAS),
          none.speeds(),
          1,
          List.of());
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }
}

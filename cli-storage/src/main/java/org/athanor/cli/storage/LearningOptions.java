// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import org.athanor.cli.usage.UsageException;
import org.athanor.storage.popularity.PredictorKind;
import picocli.CommandLine.Option;

/** The options that say how audit logs are learnt from. */
final class LearningOptions {
  @Option(
      names = "--period",
      paramLabel = "<time>",
      defaultValue = "1d",
      description = "How often you will plan again. Default: ${DEFAULT-VALUE}")
  private String period;

  @Option(
      names = "--predictor",
      paramLabel = "<name>",
      defaultValue = "recurrence",
      description = {
        "By what files are ranked for SSD: recurrence, aptstore, dux, lfu, lru, last-value.",
        "Default: ${DEFAULT-VALUE}"
      })
  private String predictor;

  @Option(
      names = "--window",
      paramLabel = "<time>",
      defaultValue = "10m",
      description =
          "Accesses of a job to a file within this time count once. Default: ${DEFAULT-VALUE}")
  private String window;

  @Option(
      names = "--zone",
      paramLabel = "<zone>",
      description = "Time zone of the NameNode. Default: that of this machine")
  private String zone;

  Duration period() throws UsageException {
    return PlanOptions.value("--period", period, Amounts::duration);
  }

  Duration window() throws UsageException {
    return PlanOptions.value("--window", window, Amounts::duration);
  }

  PredictorKind predictor() throws UsageException {
    for (PredictorKind kind : PredictorKind.values()) {
      if (kind.id().equals(predictor)) {
        return kind;
      }
    }
    throw new UsageException(
        "--predictor="
            + predictor
            + ": must be one of "
            + String.join(
                ", ", List.of(PredictorKind.values()).stream().map(PredictorKind::id).toList()));
  }

  /** The zone of the NameNode's times. */
  ZoneId zone() throws UsageException {
    try {
      return zone == null ? ZoneId.systemDefault() : ZoneId.of(zone);
    } catch (DateTimeException e) {
      throw new UsageException(
          "--zone=" + zone + ": must be a zone such as UTC or Europe/Berlin", e);
    }
  }
}

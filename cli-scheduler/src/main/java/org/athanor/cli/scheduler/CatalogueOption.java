// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import org.athanor.cli.Version;
import org.athanor.cli.usage.UsageException;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.CatalogueLocation;
import org.athanor.scheduler.catalogue.Learned;
import org.athanor.scheduler.catalogue.MeasuredRuns;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.service.Scheduler;
import picocli.CommandLine.Option;

/** The catalogue of measured runs; as of {@code athanor advise}. */
final class CatalogueOption {
  @Option(
      names = "--catalogue",
      paramLabel = "<where>",
      description = {
        "Catalogue of measured runs: a file or jdbc:postgresql: URL. Default: ATHANOR_PROFILE, else",
        "~/.local/share/athanor/profile.db"
      })
  private String catalogue;

  private CatalogueLocation location() throws UsageException {
    try {
      return catalogue == null
          ? CatalogueLocation.of(System.getenv())
          : CatalogueLocation.of(catalogue);
    } catch (CatalogueException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }

  /** For a scheduler, which reads it and writes it. */
  Scheduler.Catalogue use() throws UsageException, IOException {
    return new Scheduler.Catalogue(location(), Version.athanor());
  }

  /**
   * What it tells.
   *
   * @param clusters for whose jobs they are
   * @param err told if it cannot be read: a plan can be made without it
   * @throws UsageException if the option names one that does not exist
   */
  Learned read(List<Cluster> clusters, PrintStream err) throws UsageException {
    CatalogueLocation location = location();
    if (!location.exists()) {
      if (catalogue != null) {
        throw new UsageException(
            "--catalogue="
                + catalogue
                + ": does not exist; name an existing catalogue, or leave the option out");
      }
      return Learned.NOTHING;
    }
    try (Catalogue open = Catalogue.openForReading(location)) {
      return MeasuredRuns.learned(open, Scheduler.MOST_MEASURED, clusters);
    } catch (CatalogueException e) {
      err.println("athanor schedule: " + e.getMessage() + "; the plan is made without it");
      return Learned.NOTHING;
    }
  }
}

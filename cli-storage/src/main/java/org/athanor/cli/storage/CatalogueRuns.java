// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.athanor.cli.usage.UsageException;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.CatalogueLocation;
import org.athanor.profile.RunFilter;
import org.athanor.profile.run.Run;
import org.athanor.storage.decision.StorageConfiguration;

/** Finds an application's runs in storage configurations in the catalogue. */
final class CatalogueRuns {
  private CatalogueRuns() {}

  /**
   * Reads the catalogue.
   *
   * @param catalogue where it is; null for that of the environment
   * @param option that names the application, for messages
   * @throws UsageException if there is no catalogue, or it has no such runs
   * @throws IOException if it cannot be read
   */
  static ApplicationRuns of(String catalogue, String option, String application)
      throws UsageException, IOException {
    try {
      CatalogueLocation location =
          catalogue == null
              ? CatalogueLocation.of(System.getenv())
              : CatalogueLocation.of(catalogue);
      if (!location.exists()) {
        throw new UsageException(
            location
                + ": does not exist; measure the application by athanor bench, with the key storage,"
                + " or name another one (--catalogue, "
                + CatalogueLocation.VARIABLE
                + ")");
      }
      try (Catalogue opened = Catalogue.openForReading(location)) {
        return runs(opened, location, option, application);
      }
    } catch (CatalogueException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static ApplicationRuns runs(
      Catalogue opened, CatalogueLocation location, String option, String application)
      throws UsageException, CatalogueException {
    List<Run> own = new ArrayList<>();
    TreeSet<String> known = new TreeSet<>();
    opened.forEachRun(
        RunFilter.ALL.onlyUndisturbed(),
        run -> {
          if (run.configuration().settings().containsKey(StorageConfiguration.SETTING)) {
            known.add(run.application().name());
            if (run.application().name().equals(application)) {
              own.add(run);
            }
          }
        });
    return ApplicationRuns.of(own)
        .orElseThrow(
            () ->
                new UsageException(
                    option
                        + "="
                        + application
                        + ": "
                        + location
                        + " has no undisturbed run of it in a storage configuration"
                        + (known.isEmpty() ? "" : ", only of " + String.join(", ", known))
                        + "; measure it by athanor bench, with the key storage"));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.util.Map;
import org.athanor.cli.measured.CatalogueRuns;
import org.athanor.cli.measured.ReplayedLogs;
import org.athanor.cli.usage.UsageException;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.CatalogueLocation;
import org.athanor.simulator.file.Sources;
import picocli.CommandLine.Option;

/** Where the commands that read scenario files find what these name. */
final class SourceOptions {
  @Option(
      names = "--catalogue",
      paramLabel = "<where>",
      description = "Take measured runs from this file or jdbc:postgresql: URL.")
  private String catalogue;

  Sources sources() throws UsageException {
    return new Sources(new CatalogueRuns(location()), new ReplayedLogs());
  }

  /** What a process needs to find the same; other users cannot see it, as they can arguments. */
  Map<String, String> environment() {
    return catalogue == null ? Map.of() : Map.of(CatalogueLocation.VARIABLE, catalogue);
  }

  private CatalogueLocation location() throws UsageException {
    try {
      return catalogue == null
          ? CatalogueLocation.of(System.getenv())
          : CatalogueLocation.of(catalogue);
    } catch (CatalogueException wrong) {
      throw new UsageException(wrong.getMessage(), wrong);
    }
  }
}

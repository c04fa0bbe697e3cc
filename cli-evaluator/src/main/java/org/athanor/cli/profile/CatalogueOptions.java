// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.profile;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.athanor.cli.ExitCode;
import org.athanor.cli.usage.UsageException;
import org.athanor.cluster.Reason;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.CatalogueLocation;
import org.athanor.profile.RunFilter;
import org.athanor.yaml.text.Nearest;
import picocli.CommandLine.Option;

/** The options of every command, and how a failure becomes one line and an {@link ExitCode}. */
final class CatalogueOptions {

  /** The work of a command. */
  interface Action {
    void run() throws UsageException, CatalogueException, IOException;
  }

  @Option(
      names = "--catalogue",
      paramLabel = "<where>",
      description = "Use this file or jdbc:postgresql: URL.")
  private String catalogue;

  @Option(names = "--debug", description = "Show stack traces.")
  private boolean debug;

  private CatalogueLocation location() throws UsageException {
    try {
      return catalogue == null
          ? CatalogueLocation.of(System.getenv())
          : CatalogueLocation.of(catalogue);
    } catch (CatalogueException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }

  /** Opens the catalogue; empty if its file does not exist because no run was entered yet. */
  Optional<Catalogue> open() throws UsageException, CatalogueException {
    CatalogueLocation location = location();
    if (location.exists()) {
      return Optional.of(Catalogue.openForReading(location));
    }
    if (catalogue != null) {
      throw new UsageException(
          "--catalogue="
              + catalogue
              + ": does not exist; name an existing catalogue, or leave the option out");
    }
    return Optional.empty();
  }

  /**
   * The runs of an application.
   *
   * @param application null for all
   * @throws UsageException if the catalogue has runs, and none of this application
   */
  static RunFilter filter(Catalogue catalogue, String application)
      throws UsageException, CatalogueException {
    if (application == null) {
      return RunFilter.ALL;
    }
    List<String> known = catalogue.applications();
    if (!known.isEmpty() && !known.contains(application)) {
      throw new UsageException(
          "--application=%s: has no runs; must be one of %s%s"
              .formatted(application, String.join(", ", known), Nearest.hint(application, known)));
    }
    return RunFilter.ALL.withApplication(application);
  }

  /** The text for people if there are no runs. */
  String howToFill() throws UsageException {
    return "The "
        + location()
        + " is empty.\n"
        + "Every verified trial of an experiment is entered: try athanor bench quick.\n";
  }

  int run(String command, PrintStream err, Action action) {
    try {
      action.run();
      return ExitCode.SUCCESS;
    } catch (UsageException e) {
      return failed(command, err, ExitCode.USAGE, e);
    } catch (CatalogueException | IOException e) {
      return failed(command, err, ExitCode.FAILED, e);
    } catch (UncheckedIOException e) {
      return failed(command, err, ExitCode.FAILED, e.getCause());
    }
  }

  private int failed(String command, PrintStream err, int code, Exception error) {
    err.println("athanor " + command + ": " + Reason.withFile(error));
    if (debug) {
      error.printStackTrace(err);
    }
    return code;
  }
}

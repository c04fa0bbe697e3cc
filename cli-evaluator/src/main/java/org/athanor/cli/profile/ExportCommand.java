// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.profile;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.athanor.cli.output.OutputFile;
import org.athanor.cli.usage.UsageException;
import org.athanor.cluster.Reason;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.RunFilter;
import org.athanor.profile.run.Run;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Exports all runs for other programs. */
@Command(
    mixinStandardHelpOptions = true,
    name = "export",
    description = {
      "Writes all runs, the oldest first, for other programs.",
      "docs/profile.md describes columns and members."
    },
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Examples:",
      "  athanor profile export --csv runs.csv",
      "      pandas.read_csv(\"runs.csv\", parse_dates=[\"started_at\"])",
      "  athanor profile export --json runs.json",
      "      pandas.read_json(\"runs.json\"); with phases, and what each node used",
      "  athanor profile export --json --application sort | jq '.[].wall_seconds'",
      "",
      "Exit code: 0 success, 1 the catalogue or the file cannot be used, 2 wrong usage."
    })
final class ExportCommand implements Callable<Integer> {
  @ParentCommand private ProfileCommand profile;

  @Option(names = "--csv", description = "Write CSV, one line per run.")
  private boolean csv;

  @Option(names = "--json", description = "Write a JSON array of runs, with all details.")
  private boolean json;

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "File to write (default: standard output).")
  private Path file;

  @Option(
      names = "--application",
      paramLabel = "<name>",
      description = "Only runs of this application.")
  private String application;

  @Option(names = "--force", description = "Replace a file that exists.")
  private boolean force;

  @Mixin private CatalogueOptions options;

  @Override
  public Integer call() {
    return options.run("profile export", profile.err(), this::export);
  }

  private void export() throws UsageException, CatalogueException, IOException {
    if (csv == json) {
      throw new UsageException(
          csv
              ? "--csv and --json: only one can be given"
              : "one of --csv and --json must be given");
    }
    Optional<OutputFile> target =
        file == null ? Optional.empty() : Optional.of(OutputFile.open("FILE", file, force));
    Optional<Catalogue> opened = options.open();
    if (opened.isEmpty()) {
      write(runs -> {}, target);
      return;
    }
    try (Catalogue catalogue = opened.get()) {
      RunFilter filter = CatalogueOptions.filter(catalogue, application);
      write(runs -> catalogue.forEachRun(filter, runs), target);
    }
  }

  /** A source of runs. */
  private interface Source {
    void forEach(Consumer<Run> consumer) throws CatalogueException;
  }

  private void write(Source source, Optional<OutputFile> target)
      throws UsageException, CatalogueException, IOException {
    long[] runs = {0};
    if (target.isPresent()) {
      try {
        target.get().<CatalogueException>write(out -> runs[0] = write(source, out));
      } catch (FileSystemException e) {
        throw new IOException(target.get() + ": cannot be written: " + Reason.of(e), e);
      }
    } else {
      OutputStream out = new BufferedOutputStream(profile.out());
      runs[0] = write(source, out);
      out.flush();
    }
    if (runs[0] == 0) {
      profile.err().print("athanor profile export: no runs. " + options.howToFill());
    }
  }

  /** Returns the number of runs. */
  private long write(Source source, OutputStream out) throws CatalogueException, IOException {
    RunExport form = csv ? new CsvExport() : new JsonExport();
    long[] runs = {0};
    form.begin(out);
    source.forEach(
        run -> {
          form.writeUnchecked(run, out);
          runs[0]++;
        });
    form.end(out);
    return runs[0];
  }
}

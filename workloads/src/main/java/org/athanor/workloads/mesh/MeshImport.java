// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.program.UserFiles;
import org.athanor.workloads.program.WorkDirectory;

/**
 * Writes a mesh from files to a table, reads it again to count what is there, and only then ends
 * the import. If anything fails, the mesh stays unfinished: tasks may still write, so that removing
 * it would be no use before the next import.
 */
final class MeshImport {
  private final Configuration configuration;
  private final PrintStream out;
  private final MeshTable.Provider tables;

  MeshImport(Configuration configuration, PrintStream out, MeshTable.Provider tables) {
    this.configuration = configuration;
    this.out = out;
    this.tables = tables;
  }

  /** Runs the import that arguments ask for; prints the help if they do. */
  void run(String... arguments) throws Exception {
    Optional<ImportOptions> parsed = ImportOptions.parse(arguments);
    if (parsed.isEmpty()) {
      out.print(ImportOptions.help());
      return;
    }
    ImportOptions options = parsed.get();
    UserFiles files = new UserFiles(configuration);
    Path input = new Path(options.input());
    files.requirePlain(input);
    List<Path> all = files.of(input);
    Path parent = new Path(options.work().orElseGet(() -> configuration.get("hadoop.tmp.dir")));
    files.requirePlainDirectory(parent);
    try (MeshTable table = tables.open(configuration, options.mesh())) {
      table.begin(options.regions(), options.replace());
      boolean finished = false;
      try (WorkDirectory work = WorkDirectory.in(configuration, parent, Mesh.class)) {
        MeshSource source = new MeshFiles(configuration, input, work.path());
        MeshJobs jobs = new MeshJobs(configuration, source, 0, work.path());
        jobs.importInto(table, all);
        MeshJobs check = new MeshJobs(configuration, table, 0, work.path());
        check.count();
        table.requireUnchanged();
        requireSame(source, Tally.VERTICES, jobs, check);
        requireSame(source, Tally.TETRAHEDRA, jobs, check);
        table.finish();
        finished = true;
        report(jobs, options.mesh());
      } catch (ReplacedImportException replaced) {
        throw replaced;
      } catch (IOException failed) {
        if (!finished) {
          throw new IOException(
              failed.getMessage() + " (the mesh is unfinished; --replace begins again)", failed);
        }
        System.err.println("mesh: warning: intermediate data was not removed: " + failed);
      }
    }
  }

  private void report(MeshJobs jobs, TableMesh mesh) {
    if (jobs.count(Tally.RESULTS) < 0) {
      out.println("done, unchecked; the framework returns no counters");
      return;
    }
    out.printf(
        Locale.ROOT,
        "%,d lines of vertices, %,d tetrahedra: %s%n",
        jobs.count(Tally.VERTICES),
        jobs.count(Tally.TETRAHEDRA),
        mesh);
  }

  /** A record whose id is not its own in its file replaces another in the table. */
  private static void requireSame(MeshSource source, Tally tally, MeshJobs written, MeshJobs read)
      throws IOException {
    if (written.count(tally) != read.count(tally)) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "%s: %,d %s, but the table has %,d; ids must be different within a file",
              source.shown(),
              written.count(tally),
              tally == Tally.VERTICES ? "vertices" : "tetrahedra",
              read.count(tally)));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Tool;
import org.athanor.workloads.program.Driver;
import org.athanor.workloads.program.Results;
import org.athanor.workloads.program.UserFiles;
import org.athanor.workloads.program.WorkDirectory;

/**
 * The tool that answers queries about a mesh. It runs the jobs, makes one file of their output, and
 * prints how many lines the result has; or writes a mesh to a table. Exit status: 0 success, 1
 * failure, 2 wrong arguments.
 */
public final class Mesh extends Configured implements Tool {
  private static final String PART = "part-";

  private final PrintStream out;
  private final MeshTable.Provider tables;

  /** A tool that reports to standard output. */
  public Mesh() {
    this(System.out, MeshTables::open);
  }

  Mesh(PrintStream out, MeshTable.Provider tables) {
    this.out = out;
    this.tables = tables;
  }

  public static void main(String[] args) throws Exception {
    System.exit(Driver.run("mesh", new Mesh(), args));
  }

  @Override
  public int run(String[] args) throws Exception {
    if (args.length > 0 && args[0].equals(ImportOptions.COMMAND)) {
      new MeshImport(getConf(), out, tables).run(Arrays.copyOfRange(args, 1, args.length));
      return 0;
    }
    Optional<MeshOptions> parsed = MeshOptions.parse(args);
    if (parsed.isEmpty()) {
      out.print(MeshOptions.help());
      return 0;
    }
    MeshOptions options = parsed.get();
    UserFiles files = new UserFiles(getConf());
    if (options.table().isEmpty()) {
      Path input = new Path(options.input().orElseThrow());
      files.requirePlain(input);
      files.of(input);
      answer(options, work -> new MeshFiles(getConf(), input, work));
      return 0;
    }
    try (MeshTable table = tables.open(getConf(), options.table().get())) {
      table.requireComplete();
      MeshJobs jobs = answer(options, work -> table);
      long opened = jobs.count(Tally.CONNECTIONS);
      if (opened >= 0) {
        // Opened in this process, and by tasks in others or in this one.
        out.printf(
            Locale.ROOT,
            "connections to HBase: %d of this process, %d opened by tasks%n",
            table.connections(),
            opened);
      }
    }
    return 0;
  }

  /**
   * Answers the query. Returns the jobs, which have run.
   *
   * @param opener makes the source of the mesh, given the directory for intermediate data
   */
  private MeshJobs answer(MeshOptions options, Function<Path, MeshSource> opener) throws Exception {
    UserFiles files = new UserFiles(getConf());
    Path result = result(files, options);
    Path parent = options.work().map(Path::new).orElseGet(result::getParent);
    files.requirePlainDirectory(parent);
    try (Results results = Results.of(getConf(), List.of(result), Mesh.class);
        WorkDirectory work = WorkDirectory.in(getConf(), parent, Mesh.class)) {
      Path parts = options.merge() ? new Path(work.path(), "parts") : results.unfinished(0);
      MeshSource source = opener.apply(work.path());
      MeshJobs jobs = new MeshJobs(getConf(), source, options.reduces(), work.path());
      String found = "";
      if (options.query() == Query.SIMPLIFIED) {
        jobs.simplified(options.cells(), parts);
      } else {
        jobs.list(options.query(), parts);
      }
      if (options.query() == Query.BOUNDING_BOX) {
        found = jobs.box(parts).toString();
      }
      if (options.merge()) {
        merge(files, options.query(), parts, results.unfinished(0));
      }
      source.requireUnchanged();
      results.publish();
      report(jobs, options.query(), found, result);
      return jobs;
    }
  }

  private Path result(UserFiles files, MeshOptions options) throws IOException {
    if (options.output().isEmpty()) {
      return files.beside(
          new Path(options.input().orElseThrow()),
          List.of(".msh"),
          options.query().word(),
          options.query().extension());
    }
    Path path = new Path(options.output().get());
    return path.getFileSystem(getConf()).makeQualified(path);
  }

  private void merge(UserFiles files, Query query, Path parts, Path result) throws IOException {
    if (query == Query.SIMPLIFIED) {
      new GmshWriter(getConf())
          .write(
              files.parts(new Path(parts, MeshJobs.VERTICES), PART),
              files.parts(new Path(parts, MeshJobs.TETRAHEDRA), PART),
              result);
    } else {
      files.concatenate(files.parts(parts, PART), result);
    }
  }

  private void report(MeshJobs jobs, Query query, String box, Path result) {
    if (jobs.count(Tally.RESULTS) < 0) {
      out.println("done; the framework returns no counters");
      return;
    }
    out.printf(
        Locale.ROOT,
        "%,d lines of vertices, %,d tetrahedra; %s: %s%n",
        jobs.count(Tally.VERTICES),
        jobs.count(Tally.TETRAHEDRA),
        query == Query.BOUNDING_BOX
            ? box
            : String.format(Locale.ROOT, "%,d %s", jobs.count(Tally.RESULTS), query.results()),
        UserFiles.shown(result));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.util.Tool;
import org.athanor.workloads.program.Driver;
import org.athanor.workloads.program.Results;
import org.athanor.workloads.program.WorkDirectory;
import org.athanor.workloads.reads.ReadFiles;
import org.athanor.workloads.reads.ReadFormat;
import org.athanor.workloads.usage.UsageException;

/**
 * The tool that removes duplicate reads. It runs the jobs, merges their output into one file for
 * each mate, and prints how many were removed. Exit status: 0 success, 1 failure, 2 wrong
 * arguments.
 */
public final class MarDre extends Configured implements Tool {
  private final PrintStream out;

  /** A tool that reports to standard output. */
  public MarDre() {
    this(System.out);
  }

  MarDre(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] args) throws Exception {
    System.exit(Driver.run("mardre", new MarDre(), args));
  }

  @Override
  public int run(String[] args) throws Exception {
    Optional<MarDreOptions> parsed = MarDreOptions.parse(args);
    if (parsed.isEmpty()) {
      out.print(MarDreOptions.help());
      return 0;
    }
    MarDreOptions options = parsed.get();
    ReadFiles files = new ReadFiles(getConf());
    Path first = new Path(options.input());
    Optional<Path> second = options.paired().map(Path::new);
    ReadFormat format = format(files, options, first, second);
    List<Path> paths = results(files, options, format);
    Path parent = options.work().map(Path::new).orElseGet(() -> paths.get(0).getParent());
    files.requirePlainDirectory(parent);
    try (Results results = Results.of(getConf(), paths, MarDre.class);
        WorkDirectory work = WorkDirectory.in(getConf(), parent, MarDre.class)) {
      Path parts = options.merge() ? new Path(work.path(), "parts") : results.unfinished(0);
      MarDreJobs jobs = new MarDreJobs(getConf(), options, format, work.path());
      Job job =
          second.isPresent() ? jobs.pairs(first, second.get(), parts) : jobs.single(first, parts);
      if (options.merge()) {
        for (int i = 0; i < paths.size(); i++) {
          String mate = i == 0 ? firstParts(options) : DuplicateReducer.SECOND;
          files.concatenate(files.parts(parts, mate), results.unfinished(i));
        }
      }
      results.publish();
      report(job, second.isPresent() ? "pairs" : "reads", paths);
    }
    if (options.simulated()) {
      Path kept = paths.get(0);
      List<Path> after = options.merge() ? List.of(kept) : files.parts(kept, firstParts(options));
      out.println(DuplicateAccuracy.of(files, format, files.of(first), after));
    }
    return 0;
  }

  /** Begin the names of the parts with single reads, or with first mates. */
  private static String firstParts(MarDreOptions options) {
    return options.paired().isPresent() ? DuplicateReducer.FIRST : "part-";
  }

  private static ReadFormat format(
      ReadFiles files, MarDreOptions options, Path first, Optional<Path> second)
      throws IOException {
    files.requirePlain(first);
    List<Path> all = new ArrayList<>(files.of(first));
    if (second.isPresent()) {
      files.requirePlain(second.get());
      all.addAll(files.of(second.get()));
    }
    return options.format().isPresent() ? options.format().get() : files.format(all);
  }

  /** The files to write: one for each mate, or a directory. */
  private List<Path> results(ReadFiles files, MarDreOptions options, ReadFormat format)
      throws IOException {
    List<Path> results = new ArrayList<>();
    results.add(result(files, options.output(), options.input(), format));
    if (options.paired().isPresent() && options.merge()) {
      results.add(result(files, options.outputPaired(), options.paired().get(), format));
    }
    if (results.size() == 2 && results.get(0).equals(results.get(1))) {
      throw new UsageException(results.get(0) + ": must not be the output of both mates");
    }
    return results;
  }

  private Path result(ReadFiles files, Optional<String> given, String input, ReadFormat format)
      throws IOException {
    if (given.isEmpty()) {
      return files.beside(new Path(input), "unique", format.extension());
    }
    Path path = new Path(given.get());
    return path.getFileSystem(getConf()).makeQualified(path);
  }

  private void report(Job job, String what, List<Path> results) throws IOException {
    long compared = Tally.COMPARED.of(job);
    long kept = Tally.KEPT.of(job);
    if (compared < 0) {
      out.println("done; the framework returns no counters");
      return;
    }
    out.printf(
        Locale.ROOT,
        "%,d %s, %,d removed (%.2f %%), %,d kept: %s%n",
        compared,
        what,
        compared - kept,
        compared == 0 ? 0 : 100.0 * (compared - kept) / compared,
        kept,
        String.join(" ", results.stream().map(ReadFiles::shown).toList()));
  }
}

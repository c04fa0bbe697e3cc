// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
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
  private static final String NAME = "mardre: ";

  private final PrintStream out;

  /** A tool that reports to standard output. */
  public MarDre() {
    this(System.out);
  }

  MarDre(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] args) throws Exception {
    int status;
    try {
      status = ToolRunner.run(new MarDre(), args);
    } catch (UsageException | FileAlreadyExistsException wrong) {
      System.err.println(NAME + wrong.getMessage());
      status = 2;
    } catch (IOException failed) {
      System.err.println(NAME + failed.getMessage());
      status = 1;
    }
    System.exit(status);
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
    ReadFormat format = format(files, options);
    List<Path> results = results(files, options, format);
    Path parent = options.work().map(Path::new).orElseGet(() -> results.get(0).getParent());
    try (WorkDirectory work = WorkDirectory.in(getConf(), parent, MarDre.class)) {
      Path parts = options.merge() ? new Path(work.path(), "parts") : results.get(0);
      MarDreJobs jobs = new MarDreJobs(getConf(), options, format, work.path());
      Job job =
          second.isPresent() ? jobs.pairs(first, second.get(), parts) : jobs.single(first, parts);
      if (options.merge()) {
        merge(files, parts, results, work.path());
      }
      report(job, second.isPresent() ? "pairs" : "reads", results);
    }
    if (options.simulated()) {
      out.println(DuplicateAccuracy.of(getConf(), format, first, results.get(0)));
    }
    return 0;
  }

  private ReadFormat format(ReadFiles files, MarDreOptions options) throws IOException {
    List<Path> all = new ArrayList<>(files.of(new Path(options.input())));
    if (options.paired().isPresent()) {
      all.addAll(files.of(new Path(options.paired().get())));
    }
    if (options.format().isPresent()) {
      return options.format().get();
    }
    ReadFormat format = ReadFormat.of(getConf(), all.get(0));
    for (Path file : all) {
      if (ReadFormat.of(getConf(), file) != format) {
        throw new UsageException(
            file + ": is not " + format + " as " + all.get(0) + "; all files must have one format");
      }
    }
    return format;
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
    for (Path result : results) {
      if (result.getFileSystem(getConf()).exists(result)) {
        throw new FileAlreadyExistsException(result + ": exists; the output must be a new file");
      }
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

  private void merge(ReadFiles files, Path parts, List<Path> results, Path work)
      throws IOException {
    String[] names = {
      results.size() == 1 ? "part-" : DuplicateReducer.FIRST + "-", DuplicateReducer.SECOND + "-"
    };
    for (int i = 0; i < results.size(); i++) {
      files.concatenate(parts(parts, names[i]), new Path(work, "merged-" + i), results.get(i));
    }
  }

  private List<Path> parts(Path directory, String prefix) throws IOException {
    FileSystem files = directory.getFileSystem(getConf());
    return Arrays.stream(files.listStatus(directory))
        .map(FileStatus::getPath)
        .filter(file -> file.getName().startsWith(prefix))
        .sorted()
        .toList();
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
        String.join(" ", results.stream().map(MarDre::shown).toList()));
  }

  private static String shown(Path path) {
    return "file".equals(path.toUri().getScheme()) ? path.toUri().getPath() : path.toString();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Tool;
import org.athanor.workloads.program.Driver;
import org.athanor.workloads.program.Results;
import org.athanor.workloads.program.WorkDirectory;
import org.athanor.workloads.reads.ReadFiles;
import org.athanor.workloads.reads.ReadFormat;
import org.athanor.workloads.usage.UsageException;

/**
 * The tool that corrects reads. It runs the jobs, merges their results into one file of each
 * format, and prints what was corrected. Exit status: 0 success, 1 failure, 2 wrong arguments.
 */
public final class CloudRs extends Configured implements Tool {
  /** Begins the names of a job's files. */
  static final String PART = "part-";

  private final PrintStream out;

  /** A tool that reports to standard output. */
  public CloudRs() {
    this(System.out);
  }

  CloudRs(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] args) throws Exception {
    System.exit(Driver.run("cloudrs", new CloudRs(), args));
  }

  @Override
  public int run(String[] args) throws Exception {
    Optional<CloudRsOptions> parsed = CloudRsOptions.parse(args);
    if (parsed.isEmpty()) {
      out.print(CloudRsOptions.help());
      return 0;
    }
    CloudRsOptions options = parsed.get();
    ReadFiles files = new ReadFiles(getConf());
    Path input = new Path(options.input());
    files.requirePlain(input);
    ReadFormat format = format(files, input);
    Path name =
        options.output().isPresent()
            ? qualified(new Path(options.output().get()))
            : files.beside(input, "corrected", "");
    List<Path> paths = results(options, name);
    Path parent = options.work().map(Path::new).orElseGet(name::getParent);
    files.requirePlainDirectory(parent);
    CloudRsJobs jobs;
    try (Results results = Results.of(getConf(), paths, CloudRs.class);
        WorkDirectory work = WorkDirectory.in(getConf(), parent, CloudRs.class)) {
      jobs = new CloudRsJobs(getConf(), options, work.path());
      Path corrected = jobs.correct(input, format);
      for (int i = 0; i < paths.size(); i++) {
        ReadFormat written = options.formats().get(i);
        if (options.merge()) {
          Path parts = new Path(work.path(), "to" + written.extension());
          jobs.export(corrected, written, parts);
          files.concatenate(files.parts(parts, PART), results.unfinished(i));
        } else {
          jobs.export(corrected, written, results.unfinished(i));
        }
      }
      results.publish();
    }
    report(jobs, paths);
    if (options.simulated()) {
      int all = options.formats().get(0) == ReadFormat.FASTA ? 1 : 0;
      ReadFormat written = options.formats().get(all);
      out.println(
          CorrectionAccuracy.of(files, format, files.of(input), written, files.of(paths.get(all))));
    }
    return 0;
  }

  private static ReadFormat format(ReadFiles files, Path input) throws IOException {
    List<Path> all = files.of(input);
    ReadFormat format = files.format(all);
    if (format == ReadFormat.FASTA) {
      throw new UsageException(all.get(0) + ": FASTA has no qualities; must be FASTQ or SFA");
    }
    return format;
  }

  private Path qualified(Path path) throws IOException {
    return path.getFileSystem(getConf()).makeQualified(path);
  }

  private static List<Path> results(CloudRsOptions options, Path name) {
    List<Path> results = new ArrayList<>();
    for (ReadFormat format : options.formats()) {
      results.add(
          options.merge()
              ? new Path(name.getParent(), name.getName() + format.extension())
              : new Path(name, format.name().toLowerCase(Locale.ROOT)));
    }
    return results;
  }

  private void report(CloudRsJobs jobs, List<Path> results) {
    if (!jobs.counted()) {
      out.println("done; the framework returns no counters");
      return;
    }
    out.printf(
        Locale.ROOT,
        "%,d reads, %,d dropped, %,d bases trimmed, %,d bases corrected, %,d reads not trusted: %s%n",
        jobs.sum(Tally.READS),
        jobs.sum(Tally.DROPPED),
        jobs.sum(Tally.TRIMMED),
        jobs.sum(Tally.FIXES),
        jobs.sum(Tally.UNTRUSTED),
        String.join(" ", results.stream().map(ReadFiles::shown).toList()));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

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
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.athanor.workloads.program.WorkDirectory;
import org.athanor.workloads.reads.ReadFiles;
import org.athanor.workloads.reads.ReadFormat;
import org.athanor.workloads.usage.UsageException;

/**
 * The tool that corrects reads. It runs the jobs, merges their results into one file of each
 * format, and prints what was corrected. Exit status: 0 success, 1 failure, 2 wrong arguments.
 */
public final class CloudRs extends Configured implements Tool {
  private static final String NAME = "cloudrs: ";

  private final PrintStream out;

  /** A tool that reports to standard output. */
  public CloudRs() {
    this(System.out);
  }

  CloudRs(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] args) throws Exception {
    int status;
    try {
      status = ToolRunner.run(new CloudRs(), args);
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
    Optional<CloudRsOptions> parsed = CloudRsOptions.parse(args);
    if (parsed.isEmpty()) {
      out.print(CloudRsOptions.help());
      return 0;
    }
    CloudRsOptions options = parsed.get();
    ReadFiles files = new ReadFiles(getConf());
    Path input = new Path(options.input());
    ReadFormat format = format(files.of(input));
    Path name =
        options.output().isPresent()
            ? qualified(new Path(options.output().get()))
            : files.beside(input, "corrected", "");
    List<Path> results = results(options, name);
    Path parent = options.work().map(Path::new).orElseGet(name::getParent);
    CloudRsJobs jobs;
    try (WorkDirectory work = WorkDirectory.in(getConf(), parent, CloudRs.class)) {
      jobs = new CloudRsJobs(getConf(), options, work.path());
      Path corrected = jobs.correct(input, format);
      for (int i = 0; i < results.size(); i++) {
        ReadFormat written = options.formats().get(i);
        Path parts =
            options.merge() ? new Path(work.path(), "to" + written.extension()) : results.get(i);
        jobs.export(corrected, written, parts);
        if (options.merge()) {
          files.concatenate(parts(parts), new Path(work.path(), "merged-" + i), results.get(i));
        }
      }
    }
    report(jobs, results);
    if (options.simulated()) {
      int all = options.formats().get(0) == ReadFormat.FASTA ? 1 : 0;
      out.println(
          CorrectionAccuracy.of(
              getConf(), format, input, options.formats().get(all), results.get(all)));
    }
    return 0;
  }

  private ReadFormat format(List<Path> all) throws IOException {
    ReadFormat format = ReadFormat.of(getConf(), all.get(0));
    for (Path file : all) {
      ReadFormat other = ReadFormat.of(getConf(), file);
      if (other == ReadFormat.FASTA) {
        throw new UsageException(file + ": FASTA has no qualities; must be FASTQ or SFA");
      }
      if (other != format) {
        throw new UsageException(
            file + ": is not " + format + " as " + all.get(0) + "; all files must have one format");
      }
    }
    return format;
  }

  private Path qualified(Path path) throws IOException {
    return path.getFileSystem(getConf()).makeQualified(path);
  }

  private List<Path> results(CloudRsOptions options, Path name) throws IOException {
    List<Path> results = new ArrayList<>();
    for (ReadFormat format : options.formats()) {
      Path result =
          options.merge()
              ? new Path(name.getParent(), name.getName() + format.extension())
              : new Path(name, format.name().toLowerCase(Locale.ROOT));
      if (result.getFileSystem(getConf()).exists(result)) {
        throw new FileAlreadyExistsException(result + ": exists; the output must be a new file");
      }
      results.add(result);
    }
    return results;
  }

  private List<Path> parts(Path directory) throws IOException {
    FileSystem files = directory.getFileSystem(getConf());
    return Arrays.stream(files.globStatus(new Path(directory, "part-*")))
        .map(FileStatus::getPath)
        .sorted()
        .toList();
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
        String.join(" ", results.stream().map(CloudRs::shown).toList()));
  }

  private static String shown(Path path) {
    return "file".equals(path.toUri().getScheme()) ? path.toUri().getPath() : path.toString();
  }
}

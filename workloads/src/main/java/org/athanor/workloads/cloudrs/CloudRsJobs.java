// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapred.SequenceFileInputFormat;
import org.apache.hadoop.mapred.SequenceFileOutputFormat;
import org.apache.hadoop.mapred.TextOutputFormat;
import org.apache.hadoop.mapred.lib.IdentityMapper;
import org.apache.hadoop.mapred.lib.LongSumReducer;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.athanor.workloads.program.JobRun;
import org.athanor.workloads.reads.OldReadInputFormat;
import org.athanor.workloads.reads.ReadFiles;
import org.athanor.workloads.reads.ReadFormat;
import org.athanor.workloads.reads.ReadInputFormat;

/**
 * The jobs, each of which reads what the ones before it have written. Reads and news about them are
 * pairs of position and {@link ReadMessage} in sequence files.
 */
final class CloudRsJobs {
  private final Configuration configuration;
  private final CloudRsOptions options;
  private final Path work;
  private final Map<Tally, Long> sums = new EnumMap<>(Tally.class);

  private boolean counted = true;

  /** Files with the stop list, for the distributed cache. */
  private final List<String> stops = new ArrayList<>();

  CloudRsJobs(Configuration configuration, CloudRsOptions options, Path work) {
    this.configuration = configuration;
    this.options = options;
    this.work = work;
  }

  /** Whether the framework returns counters, which Tez does not. */
  boolean counted() {
    return counted;
  }

  /** Returns the sum of a counter over all jobs. */
  long sum(Tally tally) {
    return sums.getOrDefault(tally, 0L);
  }

  /** Runs all jobs up to the tagged reads. Returns their directory. */
  Path correct(Path input, ReadFormat format) throws IOException, InterruptedException {
    Path reads = preProcess(input, format);
    Path high = highKmers(reads);
    for (Path part : new ReadFiles(configuration).parts(high, CloudRs.PART)) {
      // Hadoop makes URIs of them, in which a space, for one, is written otherwise.
      stops.add(part.toUri().toString());
    }
    reads = next(reads, trim(reads));

    Path news =
        find("pre-correct", reads, PreCorrect.Map.class, Vote.class, PreCorrect.Reduce.class);
    reads = join("p-correction", reads, news, Correction.class);
    long fixes = 1;
    for (int round = 1; round <= options.rounds() && (fixes > 0 || !counted); round++) {
      long before = sum(Tally.FIXES);
      news =
          find(
              "find-error-" + round,
              reads,
              FindError.Map.class,
              StackRow.class,
              FindError.Reduce.class);
      reads = join("correction-" + round, reads, news, Correction.class);
      fixes = sum(Tally.FIXES) - before;
    }
    news =
        find(
            "kmer-frequency",
            reads,
            KmerFrequency.Map.class,
            LongWritable.class,
            KmerFrequency.Reduce.class);
    return join("tag-trusted", reads, news, TagTrusted.class);
  }

  /** Writes the reads of a directory in a format. */
  void export(Path reads, ReadFormat format, Path output) throws IOException, InterruptedException {
    JobConf job = job("to " + format, output, reads);
    ReadInputFormat.setFormat(job, format);
    job.setMapperClass(Export.class);
    job.setNumReduceTasks(0);
    job.setOutputFormat(TextOutputFormat.class);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);
    run(job);
  }

  private Path preProcess(Path input, ReadFormat format) throws IOException, InterruptedException {
    Path output = new Path(work, "pre-process");
    JobConf job = job("pre-process", output, input);
    job.setInputFormat(OldReadInputFormat.class);
    ReadInputFormat.setFormat(job, format);
    job.setMapperClass(PreProcess.class);
    job.setNumReduceTasks(0);
    run(job);
    return output;
  }

  private Path highKmers(Path reads) throws IOException, InterruptedException {
    Path output = new Path(work, "high-kmers");
    JobConf job = job("high-kmers", output, reads);
    job.setMapperClass(HighKmers.Map.class);
    job.setCombinerClass(LongSumReducer.class);
    job.setReducerClass(HighKmers.Reduce.class);
    job.setOutputFormat(TextOutputFormat.class);
    job.setOutputValueClass(LongWritable.class);
    run(job);
    return output;
  }

  private Path trim(Path reads) throws IOException, InterruptedException {
    Path output = new Path(work, "trim");
    JobConf job = job("trim", output, reads);
    job.setMapperClass(Trim.class);
    job.setNumReduceTasks(0);
    run(job);
    return output;
  }

  /** Finds news about reads. Returns its directory. */
  private Path find(
      String step,
      Path reads,
      Class<? extends org.apache.hadoop.mapred.Mapper<?, ?, ?, ?>> mapper,
      Class<?> mapValue,
      Class<? extends org.apache.hadoop.mapred.Reducer<?, ?, ?, ?>> reducer)
      throws IOException, InterruptedException {
    Path output = new Path(work, step);
    JobConf job = job(step, output, reads);
    job.setMapperClass(raw(mapper));
    job.setMapOutputValueClass(mapValue);
    job.setReducerClass(raw(reducer));
    if (!stops.isEmpty()) {
      job.setStrings(MRJobConfig.CACHE_FILES, stops.toArray(String[]::new));
    }
    run(job);
    return output;
  }

  /** Brings reads and news together. Returns the directory of the new reads; removes the others. */
  private Path join(
      String step,
      Path reads,
      Path news,
      Class<? extends org.apache.hadoop.mapred.Reducer<?, ?, ?, ?>> reducer)
      throws IOException, InterruptedException {
    Path output = new Path(work, step);
    JobConf job = job(step, output, reads, news);
    job.setMapperClass(IdentityMapper.class);
    job.setReducerClass(raw(reducer));
    run(job);
    FileSystem files = work.getFileSystem(configuration);
    files.delete(news, true);
    return next(reads, output);
  }

  /** Hadoop's signatures have raw types. */
  @SuppressWarnings("unchecked")
  private static <T> Class<? extends T> raw(Class<?> type) {
    return (Class<? extends T>) type;
  }

  /** Removes the reads of a step that is over. */
  private Path next(Path before, Path after) throws IOException {
    work.getFileSystem(configuration).delete(before, true);
    return after;
  }

  private JobConf job(String step, Path output, Path... inputs) {
    JobConf job = new JobConf(configuration, CloudRsJobs.class);
    job.setJobName("CloudRS, " + step);
    JobRun.once(job);
    job.setNumReduceTasks(options.reduces());
    options.limits().putInto(job);
    FileInputFormat.setInputPaths(job, inputs);
    FileOutputFormat.setOutputPath(job, output);
    job.setInputFormat(SequenceFileInputFormat.class);
    job.setOutputFormat(SequenceFileOutputFormat.class);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(ReadMessage.class);
    return job;
  }

  private void run(JobConf job) throws IOException, InterruptedException {
    RunningJob done = JobRun.complete(job);
    Counters counters = done.getCounters();
    if (counters == null || counters.countCounters() == 0) {
      counted = false;
      return;
    }
    for (Tally tally : Tally.values()) {
      sums.merge(tally, counters.getCounter(tally), Long::sum);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.split.JobSplitWriter;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.athanor.engine.files.JobLocalFileSystem;
import org.athanor.engine.job.JobSubmission;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.session.HeldCode.Hold;

/**
 * The job of a history: its maps make records from nothing, its reduces write what they get, and
 * its code can be held at several places.
 */
final class HistoryJob {
  static final JobID ID = new JobID("1700000000000", 1);
  static final String COUNTERS = "history";

  /** Bytes of a value: its map, the attempt at it, and its number. */
  static final int VALUE_HEADER = 3 * Integer.BYTES;

  static final String MAP_RECORDS = "history.map.records";
  static final String MOST_BYTES = "history.most.bytes";
  static final String SEED = "history.seed";
  private static final Pattern PROCESS = Pattern.compile("/((?:worker|master)\\d+)/");

  /** The files that clients have submitted, by shape and directory: writing them takes long. */
  private static final Map<List<Object>, Map<Path, byte[]>> SUBMITTED = new HashMap<>();

  private HistoryJob() {}

  /** Writes what a client submits. */
  static SubmittedJob write(JobShape shape, Path directory)
      throws IOException, InterruptedException {
    JobConf conf = configuration(shape);
    List<Object> key = List.of(shape, directory);
    Map<Path, byte[]> files = SUBMITTED.get(key);
    Files.createDirectories(directory);
    if (files == null) {
      writeFirst(shape, directory, conf);
      SUBMITTED.put(key, contents(directory));
    } else {
      for (Map.Entry<Path, byte[]> file : files.entrySet()) {
        Files.write(file.getKey(), file.getValue());
      }
    }
    return new SubmittedJob(
        ID,
        new org.apache.hadoop.fs.Path(directory.toUri()),
        conf,
        new Credentials(),
        UserGroupInformation.getCurrentUser());
  }

  private static void writeFirst(JobShape shape, Path directory, JobConf conf)
      throws IOException, InterruptedException {
    org.apache.hadoop.fs.Path place = new org.apache.hadoop.fs.Path(directory.toUri());
    FileSystem fs = place.getFileSystem(conf);
    InputSplit[] splits = new InputSplit[shape.maps()];
    for (int i = 0; i < splits.length; i++) {
      splits[i] = new HistoryInput.Split(i);
    }
    JobSplitWriter.createSplitFiles(place, conf, fs, splits);
    try (OutputStream out = Files.newOutputStream(directory.resolve("job.xml"))) {
      conf.writeXml(out);
    }
  }

  private static Map<Path, byte[]> contents(Path directory) throws IOException {
    Map<Path, byte[]> contents = new HashMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        contents.put(file, Files.readAllBytes(file));
      }
    }
    return contents;
  }

  /** Reads it as another process does, but from memory: reading takes longer than all else. */
  static SubmittedJob read(JobSubmission submission) {
    return new SubmittedJob(
        submission.id(),
        new org.apache.hadoop.fs.Path(submission.directory()),
        new JobConf(History.current().submitted().configuration()),
        submission.credentials(),
        UserGroupInformation.createRemoteUser(submission.user()));
  }

  private static JobConf configuration(JobShape shape) {
    JobConf conf = new JobConf(false);
    conf.set("fs.defaultFS", "file:///");
    conf.set("athanor.task.isolation", "shared"); // the job's code uses statics of the test
    JobLocalFileSystem.useIn(conf); // which starts no processes
    conf.setUseNewMapper(true);
    conf.setUseNewReducer(true);
    conf.setNumMapTasks(shape.maps());
    conf.setNumReduceTasks(shape.reduces());
    conf.setMaxMapAttempts(shape.maxAttempts());
    conf.setMaxReduceAttempts(shape.maxAttempts());
    conf.setMapOutputKeyClass(Text.class);
    conf.setMapOutputValueClass(BytesWritable.class);
    conf.setClass(MRJobConfig.INPUT_FORMAT_CLASS_ATTR, HistoryInput.class, InputFormat.class);
    conf.setClass(MRJobConfig.MAP_CLASS_ATTR, EmittingMapper.class, Mapper.class);
    conf.setClass(MRJobConfig.REDUCE_CLASS_ATTR, WritingReducer.class, Reducer.class);
    conf.setClass(MRJobConfig.OUTPUT_FORMAT_CLASS_ATTR, KeepingFormat.class, OutputFormat.class);
    conf.setInt(MRJobConfig.TASK_TIMEOUT, shape.timeoutSeconds() * 1000);
    conf.setBoolean(MRJobConfig.MAP_SPECULATIVE, shape.speculative());
    conf.setBoolean(MRJobConfig.REDUCE_SPECULATIVE, shape.speculative());
    conf.setDouble(MRJobConfig.SPECULATIVE_SLOWTASK_THRESHOLD, 0.1);
    conf.setLong(MRJobConfig.SPECULATIVE_RETRY_AFTER_SPECULATE, 1000);
    conf.setInt(MAP_RECORDS, shape.mapRecords());
    conf.setInt(MOST_BYTES, shape.mostBytes());
    conf.setLong(SEED, shape.seed());
    return conf;
  }

  /** Holds the caller's code here, if the history wants that. */
  static Hold hold(JobContext context, Object name, String place) {
    Matcher process = PROCESS.matcher(context.getConfiguration().get(MRConfig.LOCAL_DIR));
    if (!process.find()) {
      throw new IllegalStateException(context.getConfiguration().get(MRConfig.LOCAL_DIR));
    }
    return new Hold(process.group(1), name.toString(), place);
  }

  static void pass(TaskAttemptContext context, String place)
      throws IOException, InterruptedException {
    History.current().code().pass(hold(context, context.getTaskAttemptID(), place), true);
  }

  /** Returns records with those of the same key in an order that is always the same. */
  static List<String> sorted(List<String> records) {
    List<String> sorted = new ArrayList<>(records);
    sorted.sort(null);
    return sorted;
  }

  static String key(String record) {
    return record.substring(0, record.indexOf(' '));
  }
}

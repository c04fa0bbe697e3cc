// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.lib.LongSumReducer;
import org.apache.hadoop.mapred.lib.TokenCountMapper;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.athanor.engine.compatibility.oracle.Area;
import org.athanor.engine.compatibility.oracle.JobCase;
import org.athanor.engine.compatibility.oracle.OracleTest;
import org.athanor.engine.compatibility.oracle.Workspace;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Area("Output committers")
class CommitterTest extends OracleTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void commitsFilesWithBothAlgorithms(int algorithm) throws Exception {
    check(
        JobCase.of("FileOutputCommitter, version " + algorithm, "3 maps, 3 reduces")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = counting(workspace, "algorithm-" + algorithm, 3);
                  job.getConfiguration()
                      .setInt("mapreduce.fileoutputcommitter.algorithm.version", algorithm);
                  return Jobs.run(job);
                }));
  }

  @Test
  void marksNoSuccessIfToldSo() throws Exception {
    check(
        JobCase.of("no _SUCCESS", "mapreduce.fileoutputcommitter.marksuccessfuljobs=false")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = counting(workspace, "unmarked", 1);
                  job.getConfiguration()
                      .setBoolean("mapreduce.fileoutputcommitter.marksuccessfuljobs", false);
                  return Jobs.run(job);
                })
            .verifying(observed -> assertThat(observed.files().has("_SUCCESS")).isFalse()));
  }

  @Test
  @Tag("short")
  void callsACommitterOfTheNewApiAsHadoopDoes() throws Exception {
    check(
        JobCase.of("recording committer, new API", "sequence of calls of each task and the job")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = counting(workspace, "recording", 2);
                  job.setOutputFormatClass(RecordedOutput.class);
                  ScratchFiles.enable(workspace, job.getConfiguration());
                  int exitCode = Jobs.run(job);
                  workspace.record("calls", ScratchFiles.bySubject(workspace));
                  return exitCode;
                })
            .verifying(observed -> assertJobFramesTasks(observed.workspace())));
  }

  @Test
  void callsACommitterOfAMapOnlyJobAsHadoopDoes() throws Exception {
    check(
        JobCase.of("recording committer, map-only", "sequence of calls of each task and the job")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = counting(workspace, "recording-maps", 0);
                  job.setOutputFormatClass(RecordedOutput.class);
                  ScratchFiles.enable(workspace, job.getConfiguration());
                  int exitCode = Jobs.run(job);
                  workspace.record("calls", ScratchFiles.bySubject(workspace));
                  return exitCode;
                })
            .verifying(observed -> assertJobFramesTasks(observed.workspace())));
  }

  @Test
  void callsACommitterOfTheOldApiAsHadoopDoes() throws Exception {
    check(
        JobCase.of("recording committer, old API", "setOutputCommitter, sequence of calls")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  JobConf conf = Jobs.jobConf(workspace, "recording-old");
                  conf.setMapperClass(TokenCountMapper.class);
                  conf.setReducerClass(LongSumReducer.class);
                  conf.setOutputKeyClass(Text.class);
                  conf.setOutputValueClass(LongWritable.class);
                  conf.setOutputCommitter(OldRecordingCommitter.class);
                  ScratchFiles.enable(workspace, conf);
                  int exitCode = Jobs.run(conf);
                  workspace.record("calls", ScratchFiles.bySubject(workspace));
                  return exitCode;
                })
            .verifying(observed -> assertJobFramesTasks(observed.workspace())));
  }

  @Test
  void abortsAJobThatCannotBeSetUp() throws Exception {
    check(
        JobCase.of("failing setupJob", "the job is aborted, no task runs")
            .input(Inputs::threeTexts)
            .program(recordingFailureOf("setupJob"))
            .failing());
  }

  @Test
  void abortsAJobThatCannotBeCommitted() throws Exception {
    check(
        JobCase.of("failing commitJob", "the job fails and is aborted after all tasks")
            .input(Inputs::threeTexts)
            .program(recordingFailureOf("commitJob"))
            .failing());
  }

  @Test
  void abortsTasksAndJobAfterAFailure() throws Exception {
    check(
        JobCase.of("abort calls", "abortTask for each attempt, abortJob(FAILED)")
            .candidateOnly("it aborts the job but no task")
            .input((directory, random) -> Inputs.words(directory.resolve("a"), random, 5))
            .program(
                workspace -> {
                  Job job = counting(workspace, "abort", 0);
                  job.setMapperClass(FailureTest.AlwaysFails.class);
                  job.setOutputFormatClass(RecordedOutput.class);
                  job.getConfiguration().setInt("mapreduce.map.maxattempts", 2);
                  ScratchFiles.enable(workspace, job.getConfiguration());
                  return Jobs.run(job);
                })
            .failing()
            .verifying(
                observed ->
                    assertThat(ScratchFiles.bySubject(observed.workspace()))
                        .isEqualTo(
                            """
                            job setupJob
                            job abortJob FAILED
                            m_000000_0 setupTask
                            m_000000_0 abortTask
                            m_000000_1 setupTask
                            m_000000_1 abortTask
                            """)));
  }

  private static org.athanor.engine.compatibility.oracle.JobProgram recordingFailureOf(
      String call) {
    return workspace -> {
      Job job = counting(workspace, "failing-" + call, 1);
      job.setOutputFormatClass(RecordedOutput.class);
      job.getConfiguration().set(Recorder.FAILING_CALL, call);
      ScratchFiles.enable(workspace, job.getConfiguration());
      int exitCode = Jobs.run(job);
      workspace.record("calls", ScratchFiles.bySubject(workspace));
      return exitCode;
    };
  }

  private static void assertJobFramesTasks(Workspace workspace) throws IOException {
    List<String> calls = ScratchFiles.lines(workspace);
    assertThat(calls.get(0)).isEqualTo("job setupJob");
    assertThat(calls.get(calls.size() - 1)).isEqualTo("job commitJob");
  }

  private static Job counting(Workspace workspace, String name, int reduces) throws IOException {
    Job job = Jobs.job(workspace, name);
    job.setMapperClass(WordSplit.class);
    job.setReducerClass(IntSumReducer.class);
    job.setNumReduceTasks(reduces);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    return job;
  }

  /** Writes committers' calls to the log, and fails those it is told to. */
  private static final class Recorder {
    static final String FAILING_CALL = "compatibility.failing.call";

    private Recorder() {}

    static void job(JobContext context, String call) throws IOException {
      ScratchFiles.append(context.getConfiguration(), "job " + call);
      if (call.equals(context.getConfiguration().get(FAILING_CALL))) {
        throw new IOException("told to fail in " + call);
      }
    }

    static void task(TaskAttemptContext context, String call) {
      String attempt = context.getTaskAttemptID().toString();
      String shortName = attempt.replaceFirst("attempt_[^_]+_\\d+_", "");
      ScratchFiles.append(context.getConfiguration(), shortName + " " + call);
    }
  }

  /** Text output with a {@link RecordingCommitter}. */
  public static class RecordedOutput extends TextOutputFormat<Text, IntWritable> {
    @Override
    public synchronized FileOutputCommitter getOutputCommitter(TaskAttemptContext context)
        throws IOException {
      return new RecordingCommitter(FileOutputFormat.getOutputPath(context), context);
    }
  }

  /** Notes each call but the many questions for work paths. */
  public static class RecordingCommitter extends FileOutputCommitter {
    RecordingCommitter(Path output, TaskAttemptContext context) throws IOException {
      super(output, context);
    }

    @Override
    public void setupJob(JobContext context) throws IOException {
      Recorder.job(context, "setupJob");
      super.setupJob(context);
    }

    @Override
    public void commitJob(JobContext context) throws IOException {
      Recorder.job(context, "commitJob");
      super.commitJob(context);
    }

    @Override
    public void abortJob(JobContext context, JobStatus.State state) throws IOException {
      Recorder.job(context, "abortJob " + state);
      super.abortJob(context, state);
    }

    @Override
    public void setupTask(TaskAttemptContext context) throws IOException {
      Recorder.task(context, "setupTask");
      super.setupTask(context);
    }

    @Override
    public boolean needsTaskCommit(TaskAttemptContext context) throws IOException {
      boolean needed = super.needsTaskCommit(context);
      Recorder.task(context, "needsTaskCommit " + needed);
      return needed;
    }

    @Override
    public void commitTask(TaskAttemptContext context) throws IOException {
      Recorder.task(context, "commitTask");
      super.commitTask(context);
    }

    @Override
    public void abortTask(TaskAttemptContext context) throws IOException {
      Recorder.task(context, "abortTask");
      super.abortTask(context);
    }
  }

  /** The same in the old API. */
  public static class OldRecordingCommitter extends org.apache.hadoop.mapred.FileOutputCommitter {
    @Override
    public void setupJob(org.apache.hadoop.mapred.JobContext context) throws IOException {
      Recorder.job(context, "setupJob");
      super.setupJob(context);
    }

    @Override
    public void commitJob(org.apache.hadoop.mapred.JobContext context) throws IOException {
      Recorder.job(context, "commitJob");
      super.commitJob(context);
    }

    @Override
    public void setupTask(org.apache.hadoop.mapred.TaskAttemptContext context) throws IOException {
      Recorder.task(context, "setupTask");
      super.setupTask(context);
    }

    @Override
    public boolean needsTaskCommit(org.apache.hadoop.mapred.TaskAttemptContext context)
        throws IOException {
      boolean needed = super.needsTaskCommit(context);
      Recorder.task(context, "needsTaskCommit " + needed);
      return needed;
    }

    @Override
    public void commitTask(org.apache.hadoop.mapred.TaskAttemptContext context) throws IOException {
      Recorder.task(context, "commitTask");
      super.commitTask(context);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapred.lib.LongSumReducer;
import org.apache.hadoop.mapred.lib.TokenCountMapper;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.jobcontrol.ControlledJob;
import org.apache.hadoop.mapreduce.lib.jobcontrol.JobControl;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.athanor.engine.compatibility.oracle.Area;
import org.athanor.engine.compatibility.oracle.JobCase;
import org.athanor.engine.compatibility.oracle.OracleTest;
import org.athanor.engine.compatibility.oracle.Workspace;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Area("Clients: submission, several jobs, notification")
class ClientTest extends OracleTest {
  private static final long PATIENCE_SECONDS = 60;

  @Test
  @Tag("short")
  void asksForAJobByItsIdentifier() throws Exception {
    check(
        JobCase.of("job by identifier", "submit, Cluster.getJob, JobClient.getJob after the end")
            .candidateOnly("it deletes the job's file that a client reads")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = counting(workspace, "by-id", workspace.out());
                  job.submit();
                  boolean succeeded = job.waitForCompletion(false);
                  StringBuilder seen = new StringBuilder();
                  Cluster cluster = new Cluster(workspace.conf());
                  Job same = cluster.getJob(job.getJobID());
                  seen.append(same.getJobName()).append(' ').append(same.getJobState());
                  seen.append(' ').append(same.isSuccessful());
                  cluster.close();
                  JobClient client = new JobClient(new JobConf(workspace.conf()));
                  RunningJob old =
                      client.getJob(org.apache.hadoop.mapred.JobID.downgrade(job.getJobID()));
                  seen.append(' ').append(old.isComplete()).append(' ').append(old.mapProgress());
                  client.close();
                  workspace.record("seen", seen.toString());
                  return succeeded ? 0 : 1;
                })
            .verifying(
                observed ->
                    assertThat(observed.files().text("seen"))
                        .isEqualTo("by-id SUCCEEDED true true 1.0")));
  }

  @Test
  void runsAJobSubmittedThroughJobClient() throws Exception {
    check(
        JobCase.of("JobClient.submitJob", "old API: polling a RunningJob, its counters")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  JobConf conf = Jobs.jobConf(workspace, "old-client");
                  conf.setMapperClass(TokenCountMapper.class);
                  conf.setReducerClass(LongSumReducer.class);
                  conf.setOutputKeyClass(Text.class);
                  conf.setOutputValueClass(LongWritable.class);
                  JobClient client = new JobClient(conf);
                  RunningJob job = client.submitJob(conf);
                  job.waitForCompletion();
                  workspace.record(
                      "seen",
                      "%s %s %s %s"
                          .formatted(
                              job.getJobName(),
                              job.isSuccessful(),
                              job.reduceProgress(),
                              job.getCounters()
                                  .findCounter(
                                      "org.apache.hadoop.mapreduce.TaskCounter",
                                      "REDUCE_INPUT_GROUPS")
                                  .getCounter()));
                  // YARN's client knows nothing of jobs once it is closed.
                  boolean succeeded = job.isSuccessful();
                  client.close();
                  return succeeded ? 0 : 1;
                }));
  }

  @Test
  void runsDependentJobsOfJobControl() throws Exception {
    check(
        JobCase.of("JobControl", "a job that depends on two others")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  ControlledJob first = controlled(workspace, "first", "a.txt");
                  ControlledJob second = controlled(workspace, "second", "b.txt");
                  Job last = counting(workspace, "last", workspace.out("last"));
                  FileInputFormat.setInputPaths(
                      last, workspace.out("first"), workspace.out("second"));
                  ControlledJob dependent = new ControlledJob(last, List.of(first, second));
                  JobControl control = new JobControl("control");
                  control.addJobCollection(List.of(first, second, dependent));
                  Thread thread = new Thread(control, "job-control");
                  thread.start();
                  while (!control.allFinished()) {
                    thread.join(100);
                  }
                  control.stop();
                  thread.interrupt();
                  thread.join();
                  return control.getFailedJobList().size();
                })
            .comparingJobsByName()
            .meaning(
                "org.apache.hadoop.mapreduce.lib.*",
                "Hadoop's local framework counts bytes of all jobs that run at the time"));
  }

  @Test
  void runsJobsOfSeveralThreads() throws Exception {
    check(
        JobCase.of("four threads", "four jobs at once in one JVM")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  ExecutorService threads = Executors.newFixedThreadPool(4);
                  try {
                    List<Callable<Integer>> jobs = new ArrayList<>();
                    for (String name : List.of("one", "two", "three", "four")) {
                      jobs.add(() -> Jobs.run(counting(workspace, name, workspace.out(name))));
                    }
                    int failed = 0;
                    for (Future<Integer> job : threads.invokeAll(jobs)) {
                      failed += job.get();
                    }
                    return failed;
                  } finally {
                    threads.shutdown();
                  }
                })
            .comparingJobsByName()
            .meaning(
                "org.apache.hadoop.mapreduce.lib.*",
                "Hadoop's local framework counts bytes of all jobs that run at the time"));
  }

  @Test
  void notifiesAUrlOfTheEndOfAJob() throws Exception {
    check(
        JobCase.of("job-end notification", "mapreduce.job.end-notification.url, success, failure")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  LinkedBlockingQueue<String> requests = new LinkedBlockingQueue<>();
                  HttpServer server =
                      HttpServer.create(
                          new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
                  server.createContext(
                      "/",
                      exchange -> {
                        requests.add(String.valueOf(exchange.getRequestURI()));
                        exchange.sendResponseHeaders(200, -1);
                        exchange.close();
                      });
                  server.start();
                  try {
                    String url =
                        String.format(
                            Locale.ROOT,
                            "http://127.0.0.1:%d/?id=$jobId&status=$jobStatus",
                            server.getAddress().getPort());
                    Job good = counting(workspace, "good", workspace.out("good"));
                    good.getConfiguration().set("mapreduce.job.end-notification.url", url);
                    boolean succeeded = good.waitForCompletion(false);
                    String first = await(requests, good);
                    Job bad = counting(workspace, "bad", workspace.out("bad"));
                    bad.setMapperClass(FailureTest.AlwaysFails.class);
                    bad.getConfiguration().set("mapreduce.job.end-notification.url", url);
                    boolean failed = !bad.waitForCompletion(false);
                    workspace.record("requests", first + "\n" + await(requests, bad) + "\n");
                    return succeeded && failed ? 1 : 0;
                  } finally {
                    server.stop(0);
                  }
                })
            .failing());
  }

  private static String await(LinkedBlockingQueue<String> requests, Job job)
      throws InterruptedException {
    String request = requests.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    return request == null ? "no request" : request.replace(String.valueOf(job.getJobID()), "JOB");
  }

  private static ControlledJob controlled(Workspace workspace, String name, String input)
      throws IOException {
    Job job = counting(workspace, name, workspace.out(name));
    FileInputFormat.setInputPaths(job, workspace.in(input));
    return new ControlledJob(job, null);
  }

  private static Job counting(Workspace workspace, String name, Path output) throws IOException {
    Job job = Jobs.job(workspace, name);
    FileOutputFormat.setOutputPath(job, output);
    job.setMapperClass(WordSplit.class);
    job.setReducerClass(IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    return job;
  }
}

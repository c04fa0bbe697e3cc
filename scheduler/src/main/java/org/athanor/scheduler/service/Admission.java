// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.workflow.Program;

/** What a run must not do. */
public final class Admission {
  /** What would make a job's paths other files than those that the scheduler looks at. */
  private static final List<String> FILE_SYSTEMS =
      List.of(
          "fs.defaultFS",
          "fs.default.name",
          "spark.hadoop.fs.defaultFS",
          "spark.hadoop.fs.default.name");

  private Admission() {}

  /**
   * What is wrong with the jobs; empty if they may run.
   *
   * @param shell whether jobs of type shell are allowed
   */
  public static List<String> problems(List<JobSpec> jobs, boolean shell) {
    List<String> problems = new ArrayList<>();
    for (JobSpec job : jobs) {
      if (job.job().program() instanceof Program.Shell && !shell) {
        problems.add(
            "job "
                + job.name()
                + ": is of type shell, which runs any program as this user; allow it with --shell");
      }
      for (String key : FILE_SYSTEMS) {
        if (job.job().settings().containsKey(key)) {
          problems.add(
              "job "
                  + job.name()
                  + ": setting "
                  + key
                  + ": a job must not choose its file system, because its inputs and outputs are"
                  + " looked for in that of the clusters; write paths such as hdfs://host/path");
        }
      }
      for (String output : job.job().outputs()) {
        output(job, output, problems);
      }
    }
    return problems;
  }

  /**
   * Jobs whose arguments choose another file system than that of the clusters; empty if there are
   * none. Their inputs and outputs would be looked for in the wrong one.
   *
   * @param isOwn whether a URI names the clusters' file system
   */
  public static List<String> fileSystems(List<JobSpec> jobs, Predicate<String> isOwn) {
    List<String> problems = new ArrayList<>();
    for (JobSpec job : jobs) {
      job.job().fileSystems().stream()
          .filter(chosen -> !isOwn.test(chosen.uri()))
          .forEach(
              chosen ->
                  problems.add(
                      chosen
                          .problem(
                              "job "
                                  + job.name()
                                  + ": its arguments choose the file system "
                                  + chosen.uri()
                                  + ", but inputs and outputs are looked for in that of the"
                                  + " clusters; leave it out, and write paths such as"
                                  + " hdfs://host/path")
                          .toString()));
    }
    return problems;
  }

  /** Outputs may be removed, so they must not be more than the job's own. */
  private static void output(JobSpec job, String output, List<String> problems) {
    String place = "job " + job.name() + ": output " + output + ": ";
    List<String> names = names(output);
    if (output.chars().anyMatch(letter -> "*?[{".indexOf(letter) >= 0)) {
      problems.add(place + "must not be a pattern");
    } else if (names.contains("..") || names.contains(".")) {
      problems.add(place + "must not have . or .. in it");
    } else if (names.size() < (output.startsWith("/") || output.contains("://") ? 2 : 1)) {
      problems.add(place + "must not be a top directory, because outputs are removed for retries");
    } else {
      for (String input : job.job().inputs()) {
        List<String> read = names(input);
        if (read.size() >= names.size() && read.subList(0, names.size()).equals(names)) {
          problems.add(place + "has the job's input " + input + " in it");
        }
      }
    }
  }

  private static List<String> names(String path) {
    String local = path.replaceFirst("^[a-zA-Z][a-zA-Z0-9+.-]*:(//[^/]*)?", "");
    return Arrays.stream(local.split("/", -1)).filter(name -> !name.isEmpty()).toList();
  }
}

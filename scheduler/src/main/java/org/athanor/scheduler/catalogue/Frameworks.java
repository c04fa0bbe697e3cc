// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import java.util.Optional;
import org.athanor.profile.run.Framework;
import org.athanor.scheduler.workflow.Job;
import org.athanor.scheduler.workflow.Program;

/**
 * Frameworks as far as they change predictions: runs of one program on Spark say nothing about its
 * runs on MapReduce, even if the application has one name. So the names of applications that run on
 * Spark get a mark.
 */
public final class Frameworks {
  private static final String MAPREDUCE = "mapreduce";
  private static final String SPARK = "spark";
  private static final String SHELL = "shell";
  private static final String YARN = "yarn";

  private Frameworks() {}

  /** The kind of framework that runs a program. */
  public static String of(Program program) {
    if (program instanceof Program.Spark) {
      return SPARK;
    }
    return program instanceof Program.Shell ? SHELL : MAPREDUCE;
  }

  /** The name that predictions have for a job's application. */
  public static String application(Job job) {
    return marked(of(job.program()), job.application());
  }

  private static String marked(String kind, String application) {
    return kind.equals(SPARK) ? application + " on Spark" : application;
  }

  /**
   * The name that predictions have for the application of a run of the catalogue; empty if the
   * scheduler has no program that would run like that: a jar runs on Hadoop's MapReduce on YARN,
   * and on the engine on one machine.
   *
   * @param application its name with parameters
   */
  static Optional<String> application(Framework framework, String application) {
    boolean runs =
        switch (framework.kind()) {
          case MAPREDUCE, SHELL, SPARK -> true;
          case "hadoop" -> framework.mode().equals(YARN);
          case "athanor" -> !framework.mode().equals(YARN);
          default -> false;
        };
    return runs ? Optional.of(marked(framework.kind(), application)) : Optional.empty();
  }
}

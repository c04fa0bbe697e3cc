// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import java.util.Optional;
import org.athanor.profile.run.Framework;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.Kind;
import org.athanor.scheduler.clusters.MapReduceFramework;
import org.athanor.scheduler.workflow.Job;
import org.athanor.scheduler.workflow.Program;

/**
 * Frameworks as far as they change predictions.
 *
 * <ul>
 *   <li>Runs of a program on Spark say nothing about its runs on MapReduce, even if the application
 *       has one name. So the names of applications that run on Spark get a mark.
 *   <li>The engine in containers of a YARN cluster is like another cluster beside Hadoop's
 *       MapReduce there: the same programs run on both, with a ratio of their times that tells
 *       about others. So the cluster's name gets a mark.
 * </ul>
 */
public final class Frameworks {
  private static final String MAPREDUCE = "mapreduce";
  private static final String SPARK = "spark";
  private static final String SHELL = "shell";
  private static final String YARN = "yarn";
  private static final String ON_ENGINE = " on Athanor";

  private Frameworks() {}

  /** The kind of framework that runs a job on a cluster, as the catalogue names it. */
  public static String of(Job job, Cluster cluster) {
    if (job.program() instanceof Program.Spark) {
      return SPARK;
    }
    if (job.program() instanceof Program.Shell) {
      return SHELL;
    }
    return isOnEngine(job, cluster) ? MapReduceFramework.ATHANOR.id() : MAPREDUCE;
  }

  /** Whether a job runs on the engine in containers. */
  private static boolean isOnEngine(Job job, Cluster cluster) {
    boolean isMapReduce =
        job.program() instanceof Program.Jar || job.program() instanceof Program.Streaming;
    return isMapReduce
        && cluster.kind() instanceof Kind.Yarn yarn
        && MapReduceFramework.of(job.settings(), yarn) == MapReduceFramework.ATHANOR;
  }

  /** The name that predictions have for a job's application. */
  public static String application(Job job) {
    return job.program() instanceof Program.Spark ? onSpark(job.application()) : job.application();
  }

  private static String onSpark(String application) {
    return application + " on Spark";
  }

  /** The name that predictions have for a cluster, when a job runs there. */
  public static String place(Job job, Cluster cluster) {
    return isOnEngine(job, cluster) ? cluster.name() + ON_ENGINE : cluster.name();
  }

  /**
   * The name of a job's application with its framework: for what differs between frameworks, and is
   * known by clusters' own names.
   */
  public static String applicationOn(Job job, Cluster cluster) {
    return isOnEngine(job, cluster) ? application(job) + ON_ENGINE : application(job);
  }

  /**
   * The name that predictions have for the application of a run of the catalogue; empty if the
   * scheduler has no program that would run like that.
   *
   * @param application its name with parameters
   */
  static Optional<String> application(Framework framework, String application) {
    return switch (framework.kind()) {
      case MAPREDUCE, SHELL -> Optional.of(application);
      case SPARK -> Optional.of(onSpark(application));
      case "hadoop" -> framework.mode().equals(YARN) ? Optional.of(application) : Optional.empty();
      case "athanor" -> Optional.of(application);
      default -> Optional.empty();
    };
  }

  /**
   * The name that predictions have for the cluster of a run of the catalogue.
   *
   * @param cluster its name
   */
  static String place(Framework framework, String cluster) {
    boolean isOnEngine =
        framework.kind().equals(MapReduceFramework.ATHANOR.id()) && framework.mode().equals(YARN);
    return isOnEngine ? cluster + ON_ENGINE : cluster;
  }
}

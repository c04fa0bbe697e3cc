// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterLoad;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.clusters.Kind;
import org.athanor.scheduler.clusters.MapReduceFramework;
import org.athanor.scheduler.launch.LocalShare;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.workflow.Job;
import org.athanor.scheduler.workflow.Program;

/**
 * What an application needs on YARN to get anywhere: its ApplicationMaster and one more container.
 * Where several applications have room for their masters only, all of them wait for ever. On a
 * local cluster, what the job's driver is told that it may use.
 *
 * <p>Sizes are those of the job's settings, else of the cluster's configuration, else the defaults
 * of Hadoop, the engine or Spark. Thread-safe. A cluster's configuration is asked once for each
 * key.
 */
public final class LeastContainers {
  private static final double MIB = 1 << 20;
  private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([kmgt]?)b?");
  private static final double LEAST_OVERHEAD = 384;

  private final ClusterSource clusters;
  private final Site site;
  private final Map<String, Map<String, String>> settings = new ConcurrentHashMap<>(); // by cluster

  LeastContainers(ClusterSource clusters, Site site) {
    this.clusters = clusters;
    this.site = site;
  }

  /** Of one attempt of the job; nothing for programs of type shell, of which that is not known. */
  Resources of(Job job, String cluster) {
    Optional<Cluster> place = clusters.cluster(cluster);
    if (place.isEmpty()) {
      return Resources.NONE;
    }
    Sizes sizes = new Sizes(job.settings(), place.get());
    Program program = job.program();
    if (program instanceof Program.Jar || program instanceof Program.Streaming) {
      if (place.get().kind() instanceof Kind.Yarn yarn) {
        return switch (MapReduceFramework.of(job.settings(), yarn)) {
          case HADOOP -> mapReduce(sizes);
          case ATHANOR -> engine(sizes, clusters.load(cluster));
        };
      }
      return local(LocalShare.THREADS, sizes, place.get())
          .map(LocalShare::resources)
          .orElse(Resources.NONE);
    }
    if (program instanceof Program.Spark) {
      return place.get().isYarn()
          ? spark(sizes)
          : local(LocalShare.SPARK_THREADS, sizes, place.get())
              .map(share -> localSpark(share, sizes))
              .orElse(Resources.NONE);
    }
    return Resources.NONE;
  }

  /**
   * What is reserved for one attempt of the job: on a local cluster the share that its driver is
   * told, neither more nor less, if it is told one; else what it uses, and its containers at least.
   *
   * @param uses on average; its disk and network count everywhere
   */
  Resources needs(Job job, String cluster, Resources uses) {
    Resources least = of(job, cluster);
    boolean isShare =
        !least.equals(Resources.NONE) && !clusters.cluster(cluster).orElseThrow().isYarn();
    return isShare
        ? new Resources(
            least.vcores(),
            least.memoryBytes(),
            uses.diskBytesPerSecond(),
            uses.networkBytesPerSecond())
        : uses.atLeast(least);
  }

  private Optional<LocalShare> local(String threads, Sizes sizes, Cluster cluster) {
    return clusters.load(cluster.name()) instanceof ClusterLoad.Known load
        ? Optional.of(LocalShare.of(sizes.text(threads), cluster.limits(), load.total()))
        : Optional.empty();
  }

  /** Driver and tasks are one process, whose heap is the driver's. */
  private static Resources localSpark(LocalShare share, Sizes sizes) {
    return container(
        share.threads(),
        sizes.withOverhead("spark.driver.memory", 1024, "spark.driver.memoryOverhead"));
  }

  /** The engine has the same keys for its master. */
  private static Resources master(Sizes sizes) {
    return container(
        sizes.number("yarn.app.mapreduce.am.resource.cpu-vcores", 1),
        sizes.number("yarn.app.mapreduce.am.resource.mb", 1536));
  }

  /**
   * A master and one Worker, which takes what the master leaves of a node where the settings do not
   * say it, whatever may be used of the cluster.
   */
  private static Resources engine(Sizes sizes, ClusterLoad load) {
    Resources master = master(sizes);
    double vcores = 0;
    double memory = 0;
    if (load instanceof ClusterLoad.Known known) {
      vcores = known.node().vcores() - master.vcores();
      memory = (known.node().memoryBytes() - master.memoryBytes()) / MIB;
    }
    Resources worker =
        container(
            sizes.number("athanor.threads", Math.max(1, vcores)),
            sizes.ofWorker("athanor.yarn.worker.memory", Math.max(0, memory)));
    return master.plus(worker);
  }

  private static Resources mapReduce(Sizes sizes) {
    Resources master = master(sizes);
    Resources map =
        container(
            sizes.number("mapreduce.map.cpu.vcores", 1),
            sizes.number("mapreduce.map.memory.mb", 1024));
    Resources reduce =
        container(
            sizes.number("mapreduce.reduce.cpu.vcores", 1),
            sizes.number("mapreduce.reduce.memory.mb", 1024));
    return master.plus(map.atLeast(reduce));
  }

  /** The driver runs outside of the cluster, besides a small master, or is the master. */
  private static Resources spark(Sizes sizes) {
    Resources master =
        sizes.text("spark.submit.deployMode").strip().equals("cluster")
            ? container(
                sizes.number("spark.driver.cores", 1),
                sizes.withOverhead("spark.driver.memory", 1024, "spark.driver.memoryOverhead"))
            : container(
                sizes.number("spark.yarn.am.cores", 1),
                sizes.withOverhead("spark.yarn.am.memory", 512, "spark.yarn.am.memoryOverhead"));
    return master.plus(
        container(
            sizes.number("spark.executor.cores", 1),
            sizes.withOverhead("spark.executor.memory", 1024, "spark.executor.memoryOverhead")));
  }

  private static Resources container(double vcores, double mebibytes) {
    return new Resources(vcores, mebibytes * MIB, 0, 0);
  }

  /** What is said for a job on a cluster. */
  private final class Sizes {
    private final Map<String, String> own;
    private final Map<String, String> given;
    private final Cluster cluster;

    Sizes(Map<String, String> own, Cluster cluster) {
      this.own = own;
      this.cluster = cluster;
      this.given = settings.computeIfAbsent(cluster.name(), name -> new ConcurrentHashMap<>());
    }

    String text(String key) {
      String set = own.get(key);
      if (set != null) {
        return set;
      }
      String known = given.get(key);
      if (known == null) {
        known = site.setting(cluster, key).orElse("");
        given.put(key, known);
      }
      return known;
    }

    /** Values that are no positive numbers are for the framework to refuse. */
    double number(String key, double usual) {
      Matcher matcher = SIZE.matcher(text(key).strip());
      boolean plain = matcher.matches() && matcher.group(2).isEmpty();
      double value = plain ? Double.parseDouble(matcher.group(1)) : 0;
      return value > 0 ? value : usual;
    }

    /** Memory, and what Spark adds to it. */
    double withOverhead(String key, double usual, String overhead) {
      double memory = mebibytes(key, usual);
      return memory + mebibytes(overhead, Math.max(LEAST_OVERHEAD, memory / 10));
    }

    /** Memory as the engine reads it: without a unit, bytes; 0 is as if nothing was said. */
    double ofWorker(String key, double usual) {
      double value = mebibytes(key, 1 / MIB, usual);
      return value > 0 ? value : usual;
    }

    /** As Spark reads sizes: without a unit, mebibytes. */
    private double mebibytes(String key, double usual) {
      return mebibytes(key, 1, usual);
    }

    /**
     * A size.
     *
     * @param unit of numbers without one, in mebibytes
     */
    private double mebibytes(String key, double unit, double usual) {
      Matcher matcher = SIZE.matcher(text(key).strip().toLowerCase(Locale.ROOT));
      if (!matcher.matches()) {
        return usual;
      }
      double value = Double.parseDouble(matcher.group(1));
      return switch (matcher.group(2)) {
        case "k" -> value / 1024;
        case "m" -> value;
        case "g" -> value * 1024;
        case "t" -> value * 1024 * 1024;
        default -> value * unit;
      };
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.workflow.Job;
import org.athanor.scheduler.workflow.Program;

/**
 * What an application needs on YARN to get anywhere: its ApplicationMaster and one more container.
 * Where several applications have room for their masters only, all of them wait for ever.
 *
 * <p>Sizes are those of the job's settings, else Hadoop's or Spark's defaults.
 */
final class LeastContainers {
  private static final double MIB = 1 << 20;
  private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([kmgt]?)b?");

  private LeastContainers() {}

  /** Of one attempt of the job; nothing for programs that are no applications of YARN. */
  static Resources of(Job job) {
    Map<String, String> settings = job.settings();
    Program program = job.program();
    if (program instanceof Program.Jar || program instanceof Program.Streaming) {
      return mapReduce(settings);
    }
    return program instanceof Program.Spark ? spark(settings) : Resources.NONE;
  }

  private static Resources mapReduce(Map<String, String> settings) {
    Resources master =
        container(
            number(settings, "yarn.app.mapreduce.am.resource.cpu-vcores", 1),
            number(settings, "yarn.app.mapreduce.am.resource.mb", 1536));
    Resources map =
        container(
            number(settings, "mapreduce.map.cpu.vcores", 1),
            number(settings, "mapreduce.map.memory.mb", 1024));
    Resources reduce =
        container(
            number(settings, "mapreduce.reduce.cpu.vcores", 1),
            number(settings, "mapreduce.reduce.memory.mb", 1024));
    return master.plus(map.atLeast(reduce));
  }

  /** The driver runs outside of the cluster, or instead of the small master. */
  private static Resources spark(Map<String, String> settings) {
    Resources master = container(1, 512 + overhead(512));
    double memory = mebibytes(settings, "spark.executor.memory", 1024);
    return master.plus(
        container(number(settings, "spark.executor.cores", 1), memory + overhead(memory)));
  }

  private static double overhead(double mebibytes) {
    return Math.max(384, mebibytes / 10);
  }

  private static Resources container(double vcores, double mebibytes) {
    return new Resources(vcores, mebibytes * MIB, 0, 0);
  }

  /** Values that are no positive numbers are for the framework to refuse. */
  private static double number(Map<String, String> settings, String key, double usual) {
    Matcher matcher = SIZE.matcher(settings.getOrDefault(key, "").strip());
    boolean plain = matcher.matches() && matcher.group(2).isEmpty();
    double value = plain ? Double.parseDouble(matcher.group(1)) : 0;
    return value > 0 ? value : usual;
  }

  /** As Spark reads sizes: without a unit, mebibytes. */
  private static double mebibytes(Map<String, String> settings, String key, double usual) {
    Matcher matcher = SIZE.matcher(settings.getOrDefault(key, "").strip().toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      return usual;
    }
    double value = Double.parseDouble(matcher.group(1));
    return switch (matcher.group(2)) {
      case "k" -> value / 1024;
      case "g" -> value * 1024;
      case "t" -> value * 1024 * 1024;
      default -> value;
    };
  }
}

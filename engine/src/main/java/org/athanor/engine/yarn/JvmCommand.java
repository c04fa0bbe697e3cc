// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.v2.util.MRApps;
import org.apache.hadoop.util.StringUtils;
import org.apache.hadoop.yarn.api.ApplicationConstants;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * The command line of a JVM in a container. It contains nothing secret, because everybody on a node
 * can see it. Immutable.
 */
public final class JvmCommand {
  /**
   * Packages of the JDK that code of jobs uses by reflection, as under {@code athanor run}. Hive
   * needs most.
   */
  static final List<String> OPENED =
      List.of(
          "java.lang",
          "java.lang.invoke",
          "java.lang.reflect",
          "java.io",
          "java.net",
          "java.nio",
          "java.math",
          "java.text",
          "java.time",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "java.util.regex",
          "java.util.zip",
          "sun.nio.ch",
          "sun.security.util",
          "sun.security.x509");

  private final String main;
  private final Configuration conf;
  private final int memoryMb;
  private final List<String> options = new ArrayList<>();

  /**
   * @param main name of the main class
   * @param conf of the session
   * @param memoryMb memory of the container, of which the heap is a share
   */
  public JvmCommand(String main, Configuration conf, int memoryMb) {
    this.main = main;
    this.conf = conf;
    this.memoryMb = memoryMb;
  }

  /** Adds options, which may be quoted as in a shell. Later ones override earlier ones. */
  public JvmCommand with(String more) {
    if (!more.isBlank()) {
      options.add(more.trim());
    }
    return this;
  }

  /** Returns the command with arguments, none of which has blanks. */
  public String line(String... arguments) {
    List<String> words = new ArrayList<>();
    words.add(ApplicationConstants.Environment.JAVA_HOME.$$() + "/bin/java");
    words.add(
        "-Djava.io.tmpdir="
            + new Path(
                ApplicationConstants.Environment.PWD.$$(),
                YarnConfiguration.DEFAULT_CONTAINER_TEMP_DIR));
    MRApps.addLog4jSystemProperties(null, words, conf);
    OPENED.forEach(name -> words.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
    words.add("--enable-native-access=ALL-UNNAMED");
    if (options.stream().noneMatch(JvmCommand::setsHeap)) {
      words.add("-Xmx" + heapMb() + "m");
    }
    words.addAll(options);
    words.add(main);
    words.addAll(List.of(arguments));
    words.add("1>" + ApplicationConstants.LOG_DIR_EXPANSION_VAR + "/stdout");
    words.add("2>" + ApplicationConstants.LOG_DIR_EXPANSION_VAR + "/stderr");
    return String.join(" ", words);
  }

  private static boolean setsHeap(String options) {
    for (String option : StringUtils.split(options, StringUtils.ESCAPE_CHAR, ' ')) {
      if (option.startsWith("-Xmx") || option.startsWith("-XX:MaxRAM")) {
        return true;
      }
    }
    return false;
  }

  private long heapMb() {
    float ratio =
        conf.getFloat(
            org.apache.hadoop.mapreduce.MRJobConfig.HEAP_MEMORY_MB_RATIO,
            org.apache.hadoop.mapreduce.MRJobConfig.DEFAULT_HEAP_MEMORY_MB_RATIO);
    return Math.max(1, Math.round(memoryMb * (double) ratio));
  }
}

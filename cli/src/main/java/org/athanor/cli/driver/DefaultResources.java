// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.athanor.engine.files.JobLocalFileSystem;

/**
 * Makes settings the last of Hadoop's default resources, so that each {@code new Configuration()}
 * has them, whether or not the driver knows {@code GenericOptionsParser}. Hadoop reads resources in
 * the order in which they were named first, hence those that a driver's classes would name later
 * ({@code mapred-site.xml}…) are named here before ours.
 */
final class DefaultResources {
  /** Not {@code *-default.xml}: the engine takes the values of such files for nobody's choice. */
  static final String COMMAND_LINE = "athanor-command-line.xml";

  private static final String ATHANOR_SITE = "athanor-site.xml";
  private static final String[] MAPREDUCE = {
    "mapred-default.xml", "mapred-site.xml", "yarn-default.xml", "yarn-site.xml"
  };
  private static final String[] HDFS = {"hdfs-default.xml", "hdfs-site.xml"};

  private DefaultResources() {}

  /**
   * Makes the settings default resources. The class loader of this thread must find the files of
   * {@code directory}, and of {@code site}.
   *
   * @param directory for the file of the settings
   */
  static void add(JobSettings settings, Optional<ConfigurationDirectory> site, Path directory)
      throws IOException {
    Map<String, String> values = new LinkedHashMap<>(settings.values());
    if (settings.runsOnAthanor() && !siteHas(JobLocalFileSystem.CLASS_KEY)) {
      values.putIfAbsent(JobLocalFileSystem.CLASS_KEY, JobLocalFileSystem.class.getName());
    }
    write(values, directory);
    register(values, site);
  }

  private static boolean siteHas(String key) {
    Configuration site = new Configuration(false);
    for (String name : List.of("core-site.xml", "mapred-site.xml", "yarn-site.xml", ATHANOR_SITE)) {
      site.addResource(name);
    }
    return site.get(key) != null;
  }

  /** {@link Configuration#writeXml} would load an XSLT engine for these few lines. */
  private static void write(Map<String, String> values, Path directory) throws IOException {
    // 1.1, as in Hadoop's own files, allows control characters: Hive separates fields by them.
    StringBuilder xml = new StringBuilder("<?xml version=\"1.1\"?>\n<configuration>\n");
    values.forEach(
        (key, value) -> {
          xml.append("<property><name>");
          appendEscaped(key, xml);
          xml.append("</name><value>");
          appendEscaped(value, xml);
          xml.append("</value><source>command line</source></property>\n");
        });
    Files.writeString(directory.resolve(COMMAND_LINE), xml.append("</configuration>\n"));
  }

  private static void appendEscaped(String text, StringBuilder xml) {
    text.codePoints()
        .forEach(
            character -> {
              if (character < ' ' || character > '~' || "<>&".indexOf(character) >= 0) {
                xml.append("&#").append(character).append(';');
              } else {
                xml.appendCodePoint(character);
              }
            });
  }

  /** Names the resources; each configuration reads them through the class loader of its thread. */
  private static void register(Map<String, String> values, Optional<ConfigurationDirectory> site) {
    register(MAPREDUCE);
    // Reading HDFS's many defaults takes time that jobs on local files need not spend.
    if (values.keySet().stream().anyMatch(key -> key.startsWith("dfs."))) {
      register(HDFS);
    }
    if (site.isPresent() && site.get().has(ATHANOR_SITE)) {
      register(ATHANOR_SITE);
    }
    register(COMMAND_LINE);
  }

  private static void register(String... names) {
    for (String name : names) {
      Configuration.addDefaultResource(name);
    }
  }
}

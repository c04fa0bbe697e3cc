// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.driver;

import static org.apache.hadoop.fs.CommonConfigurationKeysPublic.FS_DEFAULT_NAME_KEY;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.athanor.engine.cache.CachedFiles;
import org.athanor.engine.config.EngineKeys;
import org.athanor.engine.files.ClosePause;
import org.athanor.engine.files.JobLocalFileSystem;

/**
 * Makes settings the last of Hadoop's default resources, so that each {@code new Configuration()}
 * has them, whether or not the driver uses {@code GenericOptionsParser}. Hadoop reads resources in
 * the order in which they were added. Resources that a driver's classes would add later ({@code
 * mapred-site.xml}…) are therefore added here, before the settings.
 */
final class DefaultResources {
  /**
   * Must not end in {@code -default.xml}: the engine ignores the values of such files where it asks
   * whether the user has set a key.
   */
  static final String COMMAND_LINE = "athanor-command-line.xml";

  private static final String ATHANOR_SITE = "athanor-site.xml";
  private static final String[] MAPREDUCE = {
    "mapred-default.xml", "mapred-site.xml", "yarn-default.xml", "yarn-site.xml"
  };
  private static final String[] HDFS = {"hdfs-default.xml", "hdfs-site.xml"};
  private static final List<String> SITES =
      List.of("core-site.xml", "mapred-site.xml", "yarn-site.xml", "hdfs-site.xml", ATHANOR_SITE);
  private static final String HDFS_URI = "hdfs://";

  /** See {@link DriverRun#setResourcesOfLoadedClasses}. */
  private static volatile List<String> ofLoadedClasses = List.of();

  private DefaultResources() {}

  static void setOfLoadedClasses(List<String> names) {
    ofLoadedClasses = List.copyOf(names);
  }

  /**
   * Makes the settings default resources. The class loader of this thread must find the files of
   * {@code directory}, and of {@code site}.
   *
   * @param directory where the file of the settings is written
   */
  static void add(JobSettings settings, Optional<ConfigurationDirectory> site, Path directory)
      throws IOException {
    Map<String, String> values = new LinkedHashMap<>(settings.values());
    if (settings.runsOnAthanor()) {
      addDefaults(values, site.isPresent());
    }
    write(values, directory);
    register(values, site);
  }

  /** Adds what Athanor prefers to Hadoop's defaults, unless the command line or a site sets it. */
  private static void addDefaults(Map<String, String> values, boolean hasSite) {
    Configuration site = new Configuration(false);
    SITES.forEach(site::addResource);
    Predicate<String> isSet = key -> values.containsKey(key) || site.get(key) != null;
    Function<String, String> setting = key -> values.getOrDefault(key, site.get(key));
    if ("on".equals(setting.apply(EngineKeys.CACHE.name()))) {
      CachedFiles.classes().forEach((key, name) -> putUnless(isSet.test(key), values, key, name));
    } else if (!isSet.test(JobLocalFileSystem.CLASS_KEY)) {
      values.put(JobLocalFileSystem.CLASS_KEY, JobLocalFileSystem.class.getName());
    }
    // The driver's file system is often made before the engine sees a configuration.
    if (hasSite
        && site.get(FS_DEFAULT_NAME_KEY, "").startsWith(HDFS_URI)
        && ClosePause.settings().keySet().stream().noneMatch(isSet)) {
      values.putAll(ClosePause.settings());
    }
  }

  private static void putUnless(
      boolean isSet, Map<String, String> values, String key, String value) {
    if (!isSet) {
      values.put(key, value);
    }
  }

  /** Does not use {@link Configuration#writeXml}, which would load an XSLT engine. */
  private static void write(Map<String, String> values, Path directory) throws IOException {
    // XML 1.1 allows control characters, which Hive uses to separate fields. Hadoop writes it too.
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

  /** Adds the resources by name; each configuration reads them through the context class loader. */
  private static void register(Map<String, String> values, Optional<ConfigurationDirectory> site) {
    register(MAPREDUCE);
    // Reading HDFS's many defaults takes time; jobs on local files do not need them.
    if (values.keySet().stream().anyMatch(key -> key.startsWith("dfs."))) {
      register(HDFS);
    }
    if (site.isPresent() && site.get().has(ATHANOR_SITE)) {
      register(ATHANOR_SITE);
    }
    register(COMMAND_LINE);
    register(ofLoadedClasses.toArray(String[]::new));
  }

  private static void register(String... names) {
    for (String name : names) {
      Configuration.addDefaultResource(name);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.driver;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.hadoop.conf.Configuration;
import org.athanor.cli.usage.UsageException;

/**
 * A directory with Hadoop's {@code *-site.xml} files.
 *
 * @param origin how the user named it, for messages
 * @param path an existing directory
 * @param sites these files, at least one, which Hadoop can read
 */
public record ConfigurationDirectory(String origin, Path path, List<Path> sites) {
  private static final String INCLUDE = "include";
  private static final String FALLBACK = "fallback";

  /**
   * Finds the directory that a command uses.
   *
   * @param option value of the option {@code --conf}, or null for {@code HADOOP_CONF_DIR}
   * @return empty if neither names one
   * @throws UsageException as {@link #open}
   */
  public static Optional<ConfigurationDirectory> find(Path option) throws UsageException {
    if (option != null) {
      return Optional.of(open("--conf", option));
    }
    String inherited = System.getenv("HADOOP_CONF_DIR");
    return inherited == null || inherited.isEmpty()
        ? Optional.empty()
        : Optional.of(open("HADOOP_CONF_DIR", Path.of(inherited)));
  }

  /**
   * Checks a directory and its files.
   *
   * @param origin how the user named it, for messages: {@code --conf} or {@code HADOOP_CONF_DIR}
   * @throws UsageException if it is not a directory, has no such file, or one of them is not XML
   */
  public static ConfigurationDirectory open(String origin, Path path) throws UsageException {
    if (!Files.isDirectory(path)) {
      throw new UsageException(origin + "=" + path + ": is not a directory");
    }
    List<Path> sites = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(path, "*-site.xml")) {
      for (Path site : found) {
        check(origin, site);
        sites.add(site);
      }
      if (sites.isEmpty()) {
        throw new UsageException(
            origin + "=" + path + ": has no *-site.xml; must be a Hadoop configuration directory");
      }
    } catch (IOException e) {
      throw new UsageException(origin + "=" + path + ": cannot be read: " + e.getMessage(), e);
    }
    return new ConfigurationDirectory(origin, path, List.copyOf(sites));
  }

  /**
   * Looks at the values of Hadoop's keys that take a number.
   *
   * @param overridden settings of the command line, whose keys the files do not decide
   * @throws UsageException naming file and key of the first value that is none
   */
  public void checkNumbers(Map<String, String> overridden) throws UsageException {
    for (Path site : sites) {
      Configuration configuration = new Configuration(false);
      configuration.addResource(new org.apache.hadoop.fs.Path(site.toUri()));
      Map<String, String> values = new TreeMap<>();
      configuration.forEach(setting -> values.put(setting.getKey(), setting.getValue()));
      values.keySet().removeAll(overridden.keySet());
      HadoopNumbers.check(origin + ": " + site + ": ", values);
    }
  }

  /** Checks that a file is XML; Hadoop would fail later, where a setting is first read. */
  private static void check(String origin, Path site) throws UsageException, IOException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try (InputStream in = Files.newInputStream(site)) {
      XMLStreamReader reader = factory.createXMLStreamReader(in);
      Optional<String> missing = Optional.empty();
      while (reader.hasNext()) {
        if (reader.next() != XMLStreamConstants.START_ELEMENT) {
          continue;
        }
        if (reader.getLocalName().equals(FALLBACK)) {
          missing = Optional.empty();
        } else if (missing.isPresent()) {
          break;
        } else if (reader.getLocalName().equals(INCLUDE)) {
          missing =
              Optional.ofNullable(reader.getAttributeValue(null, "href"))
                  .filter(file -> !exists(site, file));
        }
      }
      if (missing.isPresent()) {
        throw new UsageException(
            origin + ": " + site + ": includes " + missing.get() + ", which does not exist");
      }
    } catch (XMLStreamException e) {
      String reason = String.valueOf(e.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
      throw new UsageException(origin + ": " + site + ": is not XML: " + reason, e);
    }
  }

  /** Whether Hadoop finds an included file: on its class path or beside the one that names it. */
  private static boolean exists(Path site, String file) {
    return file.contains(":")
        || Files.isRegularFile(site.resolveSibling(file))
        || ConfigurationDirectory.class.getClassLoader().getResource(file) != null;
  }

  boolean has(String file) {
    return Files.isRegularFile(path.resolve(file));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.driver;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.athanor.cli.usage.UsageException;

/**
 * A directory with Hadoop's {@code *-site.xml} files.
 *
 * @param path an existing directory with at least one such file
 */
public record ConfigurationDirectory(Path path) {
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
    try (DirectoryStream<Path> sites = Files.newDirectoryStream(path, "*-site.xml")) {
      boolean any = false;
      for (Path site : sites) {
        any = true;
        check(origin, site);
      }
      if (!any) {
        throw new UsageException(
            origin + "=" + path + ": has no *-site.xml; must be a Hadoop configuration directory");
      }
    } catch (IOException e) {
      throw new UsageException(origin + "=" + path + ": cannot be read: " + e.getMessage(), e);
    }
    return new ConfigurationDirectory(path);
  }

  /** Checks that a file is XML; Hadoop would fail later, where a setting is first read. */
  private static void check(String origin, Path site) throws UsageException, IOException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try (InputStream in = Files.newInputStream(site)) {
      XMLStreamReader reader = factory.createXMLStreamReader(in);
      while (reader.hasNext()) {
        reader.next();
      }
    } catch (XMLStreamException e) {
      String reason = String.valueOf(e.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
      throw new UsageException(origin + ": " + site + ": is not XML: " + reason, e);
    }
  }

  boolean has(String file) {
    return Files.isRegularFile(path.resolve(file));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.athanor.topology.LoadFlag;
import org.athanor.topology.Topology;
import org.athanor.topology.TopologyLoader;
import org.athanor.topology.TopologySource;
import org.athanor.topology.TypeFilter;

/**
 * The topology of a real machine in the test resources.
 *
 * @param format version of hwloc's XML, 2 or 3
 * @param name the name of the machine
 */
public record MachineFile(int format, String name) {
  private static final String SUFFIX = ".xml.gz";

  public static List<MachineFile> all() {
    return Stream.concat(inFormat(2).stream(), inFormat(3).stream()).toList();
  }

  public static List<MachineFile> inFormat(int format) {
    try (Stream<Path> files =
        Files.list(Path.of(MachineFile.class.getResource("/hwloc/format" + format).toURI()))) {
      return files
          .map(file -> file.getFileName().toString())
          .map(file -> new MachineFile(format, file.substring(0, file.length() - SUFFIX.length())))
          .sorted((a, b) -> a.name.compareTo(b.name))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  public String xml() {
    String resource = "/hwloc/format" + format + "/" + name + SUFFIX;
    try (InputStream in = MachineFile.class.getResourceAsStream(resource);
        GZIPInputStream unpacked = new GZIPInputStream(in)) {
      return new String(unpacked.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Loads it with hwloc's default filters. */
  public Topology load() {
    return loader().load();
  }

  /** Loads it with all objects of the file. */
  public Topology loadAll() {
    return loader().filterAll(TypeFilter.KEEP_ALL).flags(LoadFlag.INCLUDE_DISALLOWED).load();
  }

  public TopologyLoader loader() {
    return Topology.loader(new TopologySource.XmlText(xml()));
  }

  @Override
  public String toString() {
    return name + " (format " + format + ")";
  }
}

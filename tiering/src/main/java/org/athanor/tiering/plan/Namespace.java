// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.athanor.tiering.image.DelimitedImage;
import org.athanor.tiering.image.DirectoryRecord;
import org.athanor.tiering.image.FileRecord;
import org.athanor.tiering.image.ImageVisitor;
import org.athanor.tiering.image.XmlImage;

/**
 * The files of an image, numbered from 0, and the storage policy of each. Memory: about 400 bytes a
 * file, and twice the length of its path.
 */
public final class Namespace {
  private final List<FileRecord> files = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final Map<String, Integer> policies = new HashMap<>();
  private boolean tellsPolicies;

  /** Knows no file. */
  public Namespace() {}

  /**
   * Reads an image, in one of the two formats of {@code hdfs oiv} that have whole paths.
   *
   * @param image what {@code oiv -p XML} or {@code oiv -p Delimited} wrote
   * @param zone of the viewer's JVM, for times of the delimited format
   * @throws IOException if it cannot be read, or is neither; its message names the file, and the
   *     line if there is one
   */
  public static Namespace read(Path image, ZoneId zone) throws IOException {
    Namespace namespace = new Namespace();
    ImageVisitor visitor =
        new ImageVisitor() {
          @Override
          public void file(FileRecord file) {
            namespace.add(file);
          }

          @Override
          public void directory(DirectoryRecord directory) {
            namespace.add(directory);
          }
        };
    visit(image, zone, visitor);
    return namespace;
  }

  /**
   * Reads an image without keeping it.
   *
   * @param image what {@code oiv -p XML} or {@code oiv -p Delimited} wrote
   * @param zone of the viewer's JVM, for times of the delimited format
   * @throws IOException as {@link #read}; files before that have been visited
   */
  public static void visit(Path image, ZoneId zone, ImageVisitor visitor) throws IOException {
    if (isXml(image)) {
      new XmlImage(image).read(visitor);
    } else {
      new DelimitedImage(image, DelimitedImage.TAB, zone).read(visitor);
    }
  }

  private static boolean isXml(Path image) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(image), 64)) {
      return new String(in.readNBytes(8), StandardCharsets.UTF_8).strip().startsWith("<");
    }
  }

  /** Adds a file, unless one with its path was added before. */
  public void add(FileRecord file) {
    Integer known = numbers.putIfAbsent(file.path(), files.size());
    if (known == null) {
      files.add(file);
      tellsPolicies |= file.storagePolicy() != FileRecord.NOT_TOLD;
    }
  }

  /** Adds a directory, of which only the storage policy is kept. */
  public void add(DirectoryRecord directory) {
    if (directory.storagePolicy() > FileRecord.INHERITED) {
      policies.put(directory.path(), directory.storagePolicy());
    }
  }

  /** All files; their numbers are their places. */
  public List<FileRecord> files() {
    return files;
  }

  /** The number of the file with a path; empty if there is none. */
  public OptionalInt number(String path) {
    Integer number = numbers.get(path);
    return number == null ? OptionalInt.empty() : OptionalInt.of(number);
  }

  /** Whether the image tells storage policies; if not, all files seem to have HDFS's default. */
  public boolean tellsPolicies() {
    return tellsPolicies;
  }

  /** The number of the storage policy that a file has from a directory above it. */
  int inheritedPolicy(String path) {
    String directory = path;
    while (!directory.equals("/")) {
      int slash = directory.lastIndexOf('/');
      directory = slash == 0 ? "/" : directory.substring(0, slash);
      Integer policy = policies.get(directory);
      if (policy != null) {
        return policy;
      }
    }
    return StoragePolicy.HOT.id();
  }

  /** The sum of the lengths of all files. */
  public long bytes() {
    return files.stream().mapToLong(FileRecord::bytes).sum();
  }

  /** What all replicas take. */
  public long storedBytes() {
    return files.stream().mapToLong(file -> file.bytes() * file.replication()).sum();
  }

  /** Whether it tells when files were read: HDFS can be told not to keep that. */
  public boolean tellsAccessTimes() {
    return files.stream().anyMatch(file -> file.accessed().isAfter(file.modified()));
  }
}

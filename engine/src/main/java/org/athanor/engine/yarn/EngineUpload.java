// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies jars to the cluster's file system, once: each has a name that follows from its content, so
 * that later sessions find it, and nodes that have localised it keep it. Clients may copy the same
 * jar at the same time. Immutable.
 */
final class EngineUpload {
  private static final Logger LOG = LoggerFactory.getLogger(EngineUpload.class);
  private static final int HASH_DIGITS = 32;

  private final FileSystem fs;
  private final Path directory;

  /**
   * @param directory for the jars of all versions; made if it does not exist
   */
  EngineUpload(FileSystem fs, Path directory) {
    this.fs = fs;
    this.directory = directory;
  }

  /**
   * What a session uses.
   *
   * @param jars in the order of a class path
   * @param isNew whether one of them was not there before
   */
  record Engine(List<FileStatus> jars, boolean isNew) {}

  /** Copies what is not there yet, and returns where all is. */
  Engine upload(List<java.nio.file.Path> jars) throws IOException {
    List<FileStatus> uploaded = new ArrayList<>();
    boolean isNew = false;
    for (java.nio.file.Path jar : jars) {
      byte[] content = read(jar);
      Path file = new Path(directory, name(jar) + "-" + hash(content) + ".jar");
      if (!isThere(file, content.length)) {
        write(content, file);
        LOG.info("{} copied to {}", jar, file);
        isNew = true;
      }
      uploaded.add(fs.getFileStatus(file));
    }
    return new Engine(List.copyOf(uploaded), isNew);
  }

  private static byte[] read(java.nio.file.Path jar) throws IOException {
    if (!Files.isDirectory(jar)) {
      return Files.readAllBytes(jar);
    }
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    EngineJars.pack(jar, packed);
    return packed.toByteArray();
  }

  /** Returns the name without an ending; that of a directory of classes says little. */
  private static String name(java.nio.file.Path jar) {
    String name = jar.getFileName().toString();
    return name.endsWith(".jar") ? name.substring(0, name.length() - ".jar".length()) : name;
  }

  private static String hash(byte[] content) throws IOException {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
      return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IOException("this Java has no SHA-256", e);
    }
  }

  private boolean isThere(Path file, long length) throws IOException {
    return fs.exists(file) && fs.getFileStatus(file).getLen() == length;
  }

  /** Writes to another name first, so that nobody sees an unfinished jar. */
  private void write(byte[] content, Path file) throws IOException {
    fs.mkdirs(directory);
    Path unfinished = new Path(directory, "." + file.getName() + "." + UUID.randomUUID());
    try {
      try (OutputStream out = fs.create(unfinished, false)) {
        out.write(content);
      }
      if (!fs.rename(unfinished, file) && !isThere(file, content.length)) {
        throw new IOException(file + ": cannot be written");
      }
    } finally {
      fs.delete(unfinished, false);
    }
  }
}

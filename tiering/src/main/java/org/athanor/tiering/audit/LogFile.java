// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * One file of a log, as it was when the directory was listed.
 *
 * @param identity device and inode, which a new name does not change
 * @param compressed by gzip
 */
record LogFile(Path path, String identity, long bytes, long modifiedMillis, boolean compressed) {

  static LogFile of(Path path) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    Object key = attributes.fileKey();
    return new LogFile(
        path,
        (key == null ? path.toString() : key.toString()).replace(' ', '_'),
        attributes.size(),
        Math.max(0, attributes.lastModifiedTime().toMillis()),
        path.getFileName().toString().endsWith(".gz"));
  }

  String name() {
    return path.getFileName().toString();
  }
}

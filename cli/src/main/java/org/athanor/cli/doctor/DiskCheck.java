// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapreduce.MRConfig;

/** Looks at the local directories of this process. Those of NodeManagers are checked by these. */
final class DiskCheck implements Check.Look {
  private static final long WARN_BELOW = 1_000_000_000;
  private static final long FAIL_BELOW = 50_000_000;

  /** A directory that a process uses, or will make. */
  interface Space {
    /** Free bytes for this user. */
    long free(Path existing) throws IOException;
  }

  private final Target target;
  private final Space space;

  DiskCheck(Target target) {
    this(target, directory -> Files.getFileStore(directory).getUsableSpace());
  }

  DiskCheck(Target target, Space space) {
    this.target = target;
    this.space = space;
  }

  @Override
  public Finding now() throws IOException {
    Map<Path, String> places = new LinkedHashMap<>();
    places.put(Path.of(System.getProperty("java.io.tmpdir")), "java.io.tmpdir");
    if (!target.isOnYarn()) {
      for (String directory : target.conf().getTrimmedStrings(MRConfig.LOCAL_DIR)) {
        places.put(
            Path.of(new org.apache.hadoop.fs.Path(directory).toUri().getPath()),
            MRConfig.LOCAL_DIR);
      }
    }
    List<String> texts = new ArrayList<>();
    Finding worst = Finding.ok("");
    for (Map.Entry<Path, String> place : places.entrySet()) {
      Finding finding = look(place.getKey(), place.getValue());
      texts.add(finding.text());
      worst = finding.level().compareTo(worst.level()) > 0 ? finding : worst;
    }
    return new Finding(worst.level(), String.join(", ", texts), worst.remedy());
  }

  private Finding look(Path directory, String key) throws IOException {
    Path existing = directory.toAbsolutePath();
    while (!Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
      return Finding.problem(
          directory + " cannot be written (" + key + ")",
          "set " + key + " to a directory that this user can write");
    }
    long free = space.free(existing);
    String text = directory + " has " + Sizes.gigabytes(free) + " free";
    if (free >= WARN_BELOW) {
      return Finding.ok(text);
    }
    String remedy = "make room, or set " + key + " to another disk";
    return free < FAIL_BELOW ? Finding.problem(text, remedy) : Finding.warning(text, remedy);
  }
}

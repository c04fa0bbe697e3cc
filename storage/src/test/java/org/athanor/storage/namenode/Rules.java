// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.athanor.storage.rules.RulesException;
import org.athanor.storage.rules.RulesText;

/** The text of rules of a cluster with the tiers ssd, disk and archive. */
final class Rules {
  private final long version;
  private final List<String> lines = new ArrayList<>();
  private final List<String> placements = new ArrayList<>();
  private String retrieval = "retrieval=tier";

  private Rules(long version) {
    this.version = version;
    tier("ssd", "SSD", 533e6, 70_000);
    tier("disk", "DISK", 61e6, 3_500);
    tier("archive", "ARCHIVE", 30e6, 1_000);
  }

  static Rules version(long version) {
    return new Rules(version);
  }

  private void tier(String name, String device, double read, int iops) {
    String prefix = "tier." + name + ".";
    lines.add(prefix + "devices=" + device);
    lines.add(prefix + "read=" + (long) read);
    lines.add(prefix + "write=" + (long) read / 2);
    lines.add(prefix + "iops=" + iops);
    lines.add(prefix + "durable=false");
  }

  /** A placement of all tiers, or of some. */
  Rules placement(String path, String policy, String... tiers) {
    String name = "p" + placements.size();
    placements.add(name);
    lines.add("placement." + name + ".path=" + path);
    lines.add("placement." + name + ".policy=" + policy);
    if (tiers.length > 0) {
      lines.add("placement." + name + ".tiers=" + String.join(",", tiers));
    }
    return this;
  }

  Rules regions(String... locations) {
    List<String> names = new ArrayList<>();
    for (String location : locations) {
      String name = location.substring(1).replace('/', '-');
      names.add(name);
      lines.add("region." + name + ".locations=" + location);
    }
    lines.add("regions=" + String.join(",", names));
    return this;
  }

  Rules retrieval(String line) {
    retrieval = line;
    return this;
  }

  String text() {
    List<String> all = new ArrayList<>();
    all.add("format=1");
    all.add("version=" + version);
    all.add("tiers=ssd,disk,archive");
    all.addAll(lines);
    if (!placements.isEmpty()) {
      all.add("placements=" + String.join(",", placements));
    }
    all.add(retrieval);
    all.add("replication.minimum=2");
    return String.join("\n", all) + "\n";
  }

  ActiveRules active() {
    try {
      return new ActiveRules(RulesText.parse(text()));
    } catch (RulesException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Replaces a file as its writers should. */
  void writeTo(Path file) {
    write(file, text());
  }

  static void write(Path file, String text) {
    try {
      Path next = file.resolveSibling(file.getFileName() + ".next");
      Files.writeString(next, text);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

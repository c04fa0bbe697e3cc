// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.athanor.storage.namenode.StorageMetrics.Count;
import org.athanor.storage.rules.RulesException;
import org.athanor.storage.rules.RulesText;
import org.athanor.storage.rules.StorageRules;
import org.athanor.storage.tier.Tier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The local file with the rules of this process. A thread looks every two seconds whether it has
 * another time, size or inode, and reads it then. Write it under another name and rename it: a
 * reader may see a file that is being written, which is most often not valid. If a content is not
 * valid, or the file is gone, the last valid one stays in force, with a warning and a count;
 * without one there are no rules. A content with a lower version than the last one is accepted,
 * with a warning.
 *
 * <p>Only that thread does I/O, and the first one who names the file: the NameNode when it starts,
 * without its lock. {@link #current} is a read of a field. Thread-safe.
 */
public final class RulesFile {
  /** The key that names the file, with its absolute path. Without it there are no rules. */
  public static final String KEY = "athanor.storage.rules";

  private static final Logger LOG = LoggerFactory.getLogger(RulesFile.class);
  private static final long INTERVAL_MILLIS = TimeUnit.SECONDS.toMillis(2);
  private static final long MAX_BYTES = 4 << 20;

  /** The files that are in use. Guarded by the class. */
  private static final Map<Path, WeakReference<RulesFile>> IN_USE = new HashMap<>();

  private final FailureLog failures = new FailureLog(LOG);
  private final Path path;
  private final StorageMetrics metrics;

  /** The state of the file when it was read last. Used by the thread that reads. */
  private Stamp seen = Stamp.NEVER;

  private volatile Optional<ActiveRules> current = Optional.empty();

  RulesFile(Path path, StorageMetrics metrics) {
    this.path = path;
    this.metrics = metrics;
  }

  /** No file, so no rules. */
  static RulesFile none(StorageMetrics metrics) {
    return new RulesFile(Path.of(""), metrics);
  }

  /**
   * The file that a configuration names; one without rules if it names none. All plug-ins of a
   * process share one object for a file, and its thread ends when they are gone.
   */
  static RulesFile of(Configuration conf, StorageMetrics metrics) {
    String name = conf.getTrimmed(KEY, "");
    if (name.isEmpty()) {
      return none(metrics);
    }
    Path path = Path.of(name);
    if (!path.isAbsolute()) {
      LOG.warn("{}={}: must be an absolute path; HDFS places replicas by itself", KEY, name);
      metrics.add(Count.RULES_REFUSED);
      return new RulesFile(path, metrics);
    }
    return shared(path, metrics);
  }

  private static RulesFile shared(Path path, StorageMetrics metrics) {
    RulesFile created = new RulesFile(path, metrics);
    synchronized (RulesFile.class) {
      WeakReference<RulesFile> known = IN_USE.get(path);
      RulesFile file = known == null ? null : known.get();
      if (file != null) {
        return file;
      }
      IN_USE.put(path, new WeakReference<>(created));
    }
    created.check();
    watch(new WeakReference<>(created));
    return created;
  }

  /** Holds the file weakly, so that it ends with the plug-ins that use it. */
  private static void watch(WeakReference<RulesFile> watched) {
    Thread thread =
        new Thread(
            () -> {
              while (checkNow(watched)) {
                try {
                  Thread.sleep(INTERVAL_MILLIS);
                } catch (InterruptedException e) {
                  return;
                }
              }
            },
            "athanor-storage-rules");
    thread.setDaemon(true);
    thread.start();
  }

  private static boolean checkNow(WeakReference<RulesFile> watched) {
    RulesFile file = watched.get();
    if (file == null) {
      return false;
    }
    try {
      file.check();
    } catch (Error e) { // of a full heap, for example: the next look may succeed
      file.failures.warn("The rules in " + file.path + " were not looked at", e);
    }
    return true;
  }

  /** The rules in force; empty if there are none. Does not block. */
  Optional<ActiveRules> current() {
    return current;
  }

  /** Reads the file if it has changed. Called by one thread at a time. */
  void check() {
    try {
      Stamp before = Stamp.of(path);
      if (before.equals(seen)) {
        return;
      }
      if (before.size() > MAX_BYTES) {
        refuse(before, "it has " + before.size() + " bytes: must be " + MAX_BYTES + " or fewer");
        return;
      }
      String text = Files.readString(path, StandardCharsets.UTF_8);
      if (Stamp.of(path).equals(before)) {
        load(before, text);
      }
    } catch (NoSuchFileException e) {
      refuse(Stamp.MISSING, "it does not exist");
    } catch (IOException e) {
      refuse(Stamp.UNREADABLE, e.toString());
    } catch (RuntimeException | LinkageError e) {
      // A defect of ours: the thread must go on, and the rules in force stay.
      refuse(Stamp.UNREADABLE, e.toString());
    }
  }

  private void load(Stamp stamp, String text) {
    ActiveRules loaded;
    try {
      StorageRules rules = RulesText.parse(text);
      loaded = new ActiveRules(rules);
    } catch (RulesException e) {
      refuse(stamp, e.getMessage());
      return;
    }
    seen = stamp;
    for (Tier tier : loaded.labelled()) {
      LOG.warn(
          "{}: tier {} is for nodes with the label {}. A NameNode knows no labels, so it places"
              + " nothing on this tier.",
          path,
          tier.name(),
          tier.nodeLabel());
    }
    current
        .filter(last -> last.version() > loaded.version())
        .ifPresent(
            last ->
                LOG.warn(
                    "{} has version {}, after version {}", path, loaded.version(), last.version()));
    current = Optional.of(loaded);
    metrics.add(Count.RULES_LOADED);
    metrics.rulesVersion(loaded.version());
    LOG.info("Version {} of the rules in {} is in force", loaded.version(), path);
  }

  /** Warns once for each state of the file. */
  private void refuse(Stamp stamp, String reason) {
    if (stamp.equals(seen)) {
      return;
    }
    seen = stamp;
    metrics.add(Count.RULES_REFUSED);
    LOG.warn(
        "The rules in {} cannot be used; {}. {}",
        path,
        current
            .map(rules -> "version " + rules.version() + " stays in force")
            .orElse("HDFS places and orders replicas by itself"),
        reason);
  }

  /** What changes when a file is written or replaced. */
  private record Stamp(FileTime modified, long size, String inode) {
    static final Stamp NEVER = special("never read");
    static final Stamp MISSING = special("missing");
    static final Stamp UNREADABLE = special("unreadable");

    static Stamp of(Path path) throws IOException {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      return new Stamp(
          attributes.lastModifiedTime(), attributes.size(), String.valueOf(attributes.fileKey()));
    }

    private static Stamp special(String name) {
      return new Stamp(FileTime.fromMillis(0), -1, name);
    }
  }
}

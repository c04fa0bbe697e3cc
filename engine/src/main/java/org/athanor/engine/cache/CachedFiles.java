// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.util.ShutdownHookManager;
import org.athanor.engine.config.CacheSettings;
import org.athanor.engine.config.EngineKeys;
import org.athanor.engine.exit.JvmExit;
import org.athanor.engine.failure.BestEffort;
import org.athanor.engine.files.JobLocalFileSystem;
import org.athanor.engine.files.TaskFileSystems;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The cache of this JVM: one for all of its file systems, of one application. Thread-safe. */
public final class CachedFiles {
  private static final Logger LOG = LoggerFactory.getLogger(CachedFiles.class);

  // Names: without Hadoop's client of HDFS the classes cannot be loaded.
  private static final String HDFS_KEY = "fs.hdfs.impl";
  private static final String ENGINES_HDFS = "org.athanor.engine.files.JobDistributedFileSystem";
  private static final String CACHED_HDFS = "org.athanor.engine.cache.CachedDistributedFileSystem";

  private static final String LOCAL_CONTEXT_KEY = "fs.AbstractFileSystem.file.impl";
  private static final String HDFS_CONTEXT_KEY = "fs.AbstractFileSystem.hdfs.impl";

  /**
   * After jobs were ended (30), before staging areas are removed (15), file systems closed (10).
   */
  private static final int SHUTDOWN_PRIORITY = 25;

  /** Writing takes as long as it takes. */
  private static final long SHUTDOWN_DAYS = 1;

  private static final DataCache CACHE = new DataCache();
  private static final DeferredFiles DEFERRED = new DeferredFiles(CACHE);

  /** The jobs whose outputs may be in memory only. */
  private static final Set<String> DEFERRING = ConcurrentHashMap.newKeySet();

  @GuardedBy("CachedFiles.class")
  private static boolean prepared; // for the end of the JVM

  private CachedFiles() {}

  static DataCache cache() {
    return CACHE;
  }

  static DeferredFiles deferred() {
    return DEFERRED;
  }

  /** Prepares the cache for a file system with these settings. */
  static void prepare(CacheSettings settings) {
    if (settings.on()) {
      CACHE.limit(settings.bytesOf(Runtime.getRuntime().maxMemory()));
    }
  }

  private static synchronized void prepareForEnd() {
    if (!prepared) {
      prepared = true;
      JvmExit.prepare();
      ShutdownHookManager.get()
          .addShutdownHook(
              CachedFiles::endApplication, SHUTDOWN_PRIORITY, SHUTDOWN_DAYS, TimeUnit.DAYS);
    }
  }

  /** Says that the content of a job's outputs may stay in memory only, wherever its tasks run. */
  public static void defer(JobID job) {
    prepareForEnd();
    DEFERRING.add(job.toString());
  }

  /** Returns whether {@link #defer} was called for a job of this application. */
  static boolean defers(JobID job) {
    return DEFERRING.contains(job.toString());
  }

  /** Returns the classes of file systems of a driver whose jobs use the cache, by their keys. */
  public static Map<String, String> classes() {
    Map<String, String> classes = new LinkedHashMap<>();
    classes.put(JobLocalFileSystem.CLASS_KEY, CachedLocalFileSystem.class.getName());
    classes.put(LOCAL_CONTEXT_KEY, FlushedFileSystem.class.getName());
    if (TaskFileSystems.haveHdfs()) {
      classes.put(HDFS_KEY, CACHED_HDFS);
      classes.put(HDFS_CONTEXT_KEY, FlushedFileSystem.class.getName());
    }
    return classes;
  }

  /**
   * Names the classes in the configuration of a job's tasks, if the job uses the cache, where it
   * names none but the engine's.
   */
  public static void useIn(Configuration conf) {
    if (CacheSettings.of(conf).on()) {
      Map<String, String> classes = classes();
      replace(conf, JobLocalFileSystem.CLASS_KEY, JobLocalFileSystem.class.getName(), classes);
      if (classes.containsKey(HDFS_KEY)) {
        replace(conf, HDFS_KEY, ENGINES_HDFS, classes);
      }
    }
  }

  private static void replace(
      Configuration conf, String key, String engines, Map<String, String> classes) {
    if (conf.get(key, engines).equals(engines)) {
      conf.set(key, classes.get(key));
    }
  }

  /**
   * Returns whether a job wants its outputs to be written later, as only one can that marks its
   * success.
   */
  public static boolean isDeferred(Configuration conf) {
    CacheSettings settings = CacheSettings.of(conf);
    return settings.on()
        && settings.deferred()
        && conf.getBoolean(FileOutputCommitter.SUCCESSFUL_JOB_OUTPUT_DIR_MARKER, true);
  }

  /** Makes a job write its outputs at once. */
  public static void neverDefer(Configuration conf) {
    conf.set(EngineKeys.CACHE_MODE.name(), CacheSettings.WRITE_THROUGH);
  }

  /**
   * Returns whether everybody in this JVM who uses Hadoop's file systems sees what is in memory
   * only: the driver's configuration names the classes, and its file systems have them.
   */
  public static boolean areSeenByDriver(Configuration conf) {
    boolean areNamed =
        classes().entrySet().stream()
            .allMatch(entry -> entry.getValue().equals(conf.get(entry.getKey())));
    try {
      return areNamed
          && FileSystem.getLocal(conf) instanceof CachedLocalFileSystem
          && !isPlain(FileSystem.get(conf));
    } catch (IOException e) {
      return false; // the job will find out why
    }
  }

  /** Whether a file system is one of Hadoop's of which the cache has a variant. */
  private static boolean isPlain(FileSystem files) {
    boolean hasVariant = classes().containsKey("fs." + files.getUri().getScheme() + ".impl");
    return hasVariant && !classes().containsValue(files.getClass().getName());
  }

  /**
   * Ends what belongs to the application that has used the cache: what is not written is written,
   * and everything is forgotten. If something cannot be written, that is logged, and the JVM's exit
   * code will be 1.
   */
  public static void endApplication() {
    DEFERRING.clear();
    List<String> failures = DEFERRED.flushAll();
    if (!failures.isEmpty()) {
      failures.forEach(LOG::error);
      JvmExit.endWith(1);
    }
    DEFERRED.clear();
    CACHE.clear();
    for (Store store : DistributedStores.removeAll()) {
      BestEffort.close(store, "client of HDFS");
    }
  }
}

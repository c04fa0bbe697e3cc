// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * Makes a job's cache files, archives and jar local until {@link #close}. Tasks find them where
 * Hadoop puts them: by name in the working directory, and in {@code
 * mapreduce.job.cache.local.files} and {@code mapreduce.job.cache.local.archives} of the
 * configuration. For a job without such files, no system call is made. Used by one thread at a
 * time.
 */
public final class JobLocalizer implements AutoCloseable {
  private final WorkingDirectoryLinks links;
  private final Wanted wanted;
  private final Path directory;
  private final Map<String, Path> linked = new LinkedHashMap<>();
  private final Set<URI> classPath = new LinkedHashSet<>();
  private boolean used;
  private WorkingDirectoryLinks.Claim claim;

  /** What a process needs. */
  public enum Wanted {
    /** For tasks. */
    ALL,
    /**
     * The job's jar, and cache files that are on its class path: for a process that runs the job's
     * output committer only. The other files may be large.
     */
    CLASSES
  }

  private JobLocalizer(WorkingDirectoryLinks links, Wanted wanted, Path directory) {
    this.links = links;
    this.wanted = wanted;
    this.directory = directory;
  }

  /**
   * Localises the files that {@code conf} names, and adds their local paths to {@code conf}.
   *
   * @param workDirectory local; if needed, a directory named after the job is made in it
   * @throws IOException if a file is missing, has changed since submission, or cannot be unpacked;
   *     the files copied so far are deleted
   */
  public static JobLocalizer localize(JobConf conf, JobID job, Path workDirectory, Wanted wanted)
      throws IOException {
    return localize(conf, job, workDirectory, wanted, WorkingDirectoryLinks.shared());
  }

  /**
   * Forgets the working directory, which may change before the next job is made local. No job may
   * run.
   */
  public static void forgetWorkingDirectory() {
    WorkingDirectoryLinks.forgetShared();
  }

  static JobLocalizer localize(
      JobConf conf, JobID job, Path workDirectory, Wanted wanted, WorkingDirectoryLinks links)
      throws IOException {
    Path directory = workDirectory.toAbsolutePath().resolve(job + "-files");
    JobLocalizer localizer = new JobLocalizer(links, wanted, directory);
    try {
      localizer.fetchAll(conf);
      localizer.claim = new WorkingDirectoryLinks.Claim(job.toString(), localizer.linked);
      return localizer;
    } catch (IOException | RuntimeException | Error e) {
      localizer.close();
      throw e;
    }
  }

  /**
   * Returns the class path of the job's own classes: the job's jar, its {@code classes/} and {@code
   * lib/*.jar}, then files and archives that were added to the class path (libjars), then every
   * other cache file that is a jar. It is empty if the job has none of these.
   */
  public List<URL> classPath() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (URI entry : classPath) {
      urls.add(entry.toURL());
    }
    return urls;
  }

  /**
   * Links the files by their names in the working directory, which all jobs of this JVM share. That
   * happens at once, or after the end of the jobs that have different files with these names. No
   * task of the job may run before.
   *
   * @param listener called once, on this thread or on that of a job that ends, but not after {@link
   *     #close}; the argument is empty if the links exist, else the reason why they cannot be made
   * @return empty if the listener has been called, else a message that names the job to wait for
   */
  public Optional<String> link(Consumer<Optional<String>> listener) {
    return links.acquire(claim, listener);
  }

  @Override
  public void close() {
    if (claim != null) {
      links.release(claim);
    }
    if (used && Files.exists(directory)) {
      FileUtil.fullyDelete(directory.toFile());
    }
  }

  private void fetchAll(JobConf conf) throws IOException {
    String jar = conf.getJar();
    boolean hasJar = jar != null && !jar.isEmpty();
    boolean hasCache = CacheEntry.any(conf);
    used = hasJar || hasCache;
    CacheFetcher fetcher = new CacheFetcher(conf, directory);
    if (hasJar) {
      Path local = fetcher.local(qualified(jar, conf));
      for (URL entry : JobJarClassPath.of(local, conf, directory.resolve("jar"))) {
        classPath.add(URI.create(entry.toString()));
      }
    }
    if (hasCache) {
      fetchCache(conf, fetcher);
    }
  }

  private static org.apache.hadoop.fs.Path qualified(String path, JobConf conf) throws IOException {
    org.apache.hadoop.fs.Path given = new org.apache.hadoop.fs.Path(path);
    if (given.toUri().getScheme() == null && new File(path).exists()) {
      return new org.apache.hadoop.fs.Path(new File(path).getAbsoluteFile().toURI());
    }
    return given.getFileSystem(conf).makeQualified(given);
  }

  private void fetchCache(JobConf conf, CacheFetcher fetcher) throws IOException {
    Map<String, Path> bySource = new LinkedHashMap<>();
    List<Path> jars = new ArrayList<>();
    List<String> files = new ArrayList<>();
    List<String> archives = new ArrayList<>();
    for (CacheEntry entry : wantedOf(conf)) {
      Path local = fetcher.fetch(entry);
      (entry.archive() ? archives : files).add(local.toString());
      if (entry.wildcard()) {
        try (DirectoryStream<Path> members = Files.newDirectoryStream(local)) {
          for (Path member : members) {
            String name = member.getFileName().toString();
            bySource.put(entry.source().toUri().getPath() + "/" + name, member);
            linked.putIfAbsent(name, member);
          }
        }
      } else {
        bySource.put(entry.source().toUri().getPath(), local);
        linked.putIfAbsent(entry.link(), local);
        if (!entry.archive() && local.toString().endsWith(".jar")) {
          jars.add(local);
        }
      }
    }
    addToClassPath(conf, MRJobConfig.CLASSPATH_FILES, bySource);
    addToClassPath(conf, MRJobConfig.CLASSPATH_ARCHIVES, bySource);
    for (Path jar : jars) {
      classPath.add(jar.toUri());
    }
    setIfAny(conf, MRJobConfig.CACHE_LOCALARCHIVES, archives);
    setIfAny(conf, MRJobConfig.CACHE_LOCALFILES, files);
  }

  private List<CacheEntry> wantedOf(JobConf conf) throws IOException {
    List<CacheEntry> all = CacheEntry.of(conf);
    if (wanted == Wanted.ALL) {
      return all;
    }
    Set<String> onClassPath = new HashSet<>();
    for (String key : List.of(MRJobConfig.CLASSPATH_FILES, MRJobConfig.CLASSPATH_ARCHIVES)) {
      for (String entry : conf.getStrings(key, new String[0])) {
        onClassPath.add(new org.apache.hadoop.fs.Path(entry).toUri().getPath());
      }
    }
    return all.stream()
        .filter(entry -> isJarFile(entry) || onClassPath.contains(entry.source().toUri().getPath()))
        .toList();
  }

  /** Returns whether the entry is a jar, or a directory that may hold some. */
  private static boolean isJarFile(CacheEntry entry) {
    return entry.wildcard() || (!entry.archive() && entry.source().getName().endsWith(".jar"));
  }

  private void addToClassPath(JobConf conf, String key, Map<String, Path> bySource)
      throws IOException {
    for (String entry : conf.getStrings(key, new String[0])) {
      String path = new org.apache.hadoop.fs.Path(entry).toUri().getPath();
      // Hadoop's submitter does not copy libjars that are already local, nor add them to the files.
      Path local = bySource.getOrDefault(path, Path.of(path));
      if (Files.exists(local)) {
        classPath.add(local.toUri());
      }
    }
  }

  private static void setIfAny(JobConf conf, String key, List<String> paths) {
    if (!paths.isEmpty()) {
      conf.setStrings(key, paths.toArray(String[]::new));
    }
  }
}

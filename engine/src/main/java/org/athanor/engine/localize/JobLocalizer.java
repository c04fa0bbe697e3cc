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
 * A job's cache files, archives and jar, local until {@link #close}. For tasks they are where
 * Hadoop puts them: by name in the working directory, and in {@code
 * mapreduce.job.cache.local.files} and {@code .archives} of the configuration. A job that has none
 * costs no system call. Used by one thread at a time.
 */
public final class JobLocalizer implements AutoCloseable {
  private final WorkingDirectoryLinks links;
  private final Path directory;
  private final Map<String, Path> linked = new LinkedHashMap<>();
  private final Set<URI> classPath = new LinkedHashSet<>();
  private boolean used;
  private WorkingDirectoryLinks.Claim claim;

  private JobLocalizer(WorkingDirectoryLinks links, Path directory) {
    this.links = links;
    this.directory = directory;
  }

  /**
   * Localises what {@code conf} names and adds to it where tasks find it.
   *
   * @param workDirectory local; a directory named for the job is made in it if needed
   * @throws IOException if something is missing, has changed since submission, or cannot be
   *     unpacked; nothing is left behind
   */
  public static JobLocalizer localize(JobConf conf, JobID job, Path workDirectory)
      throws IOException {
    return localize(conf, job, workDirectory, WorkingDirectoryLinks.SHARED);
  }

  static JobLocalizer localize(
      JobConf conf, JobID job, Path workDirectory, WorkingDirectoryLinks links) throws IOException {
    Path directory = workDirectory.toAbsolutePath().resolve(job + "-files");
    JobLocalizer localizer = new JobLocalizer(links, directory);
    try {
      localizer.fetchAll(conf);
      localizer.claim = new WorkingDirectoryLinks.Claim(job.toString(), localizer.linked);
      return localizer;
    } catch (IOException | RuntimeException e) {
      localizer.close();
      throw e;
    }
  }

  /**
   * Where the job's own classes are: the job's jar, its {@code classes/} and {@code lib/*.jar},
   * then files and archives that were added to the class path (libjars), then every other cache
   * file that is a jar. Empty if the job brought nothing.
   */
  public List<URL> classPath() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (URI entry : classPath) {
      urls.add(entry.toURL());
    }
    return urls;
  }

  /**
   * Puts the files under their names into the working directory, which jobs of this JVM share: at
   * once, or when jobs with different files of these names have ended. No task of the job may run
   * before.
   *
   * @param listener told once, on this thread or on that of a job that ends: empty if the names are
   *     there, else why they cannot be. Not told once {@link #close} was called
   * @return empty if the listener was told, else whom the job waits for
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
      for (URL entry : JobJar.classPath(local, conf, directory.resolve("jar"))) {
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
    for (CacheEntry entry : CacheEntry.of(conf)) {
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

  private void addToClassPath(JobConf conf, String key, Map<String, Path> bySource)
      throws IOException {
    for (String entry : conf.getStrings(key, new String[0])) {
      String path = new org.apache.hadoop.fs.Path(entry).toUri().getPath();
      // Hadoop's submitter neither copies libjars that are local already nor lists them as files.
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

// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file or archive that a job wants to have on its nodes ({@code Job.addCacheFile}, {@code
 * -files}, {@code -libjars}, {@code -archives}).
 *
 * @param source qualified path
 * @param link the name, relative to the working directory, by which tasks open it
 * @param modified the source's modification time at submission, milliseconds since the epoch; -1 if
 *     unknown
 * @param wildcard whether the source is a directory whose files are wanted, each by its own name
 */
record CacheEntry(Path source, boolean archive, String link, long modified, boolean wildcard) {
  private static final Logger LOG = LoggerFactory.getLogger(CacheEntry.class);
  private static final String WILDCARD = "*";

  static boolean any(Configuration conf) {
    return isSet(conf, MRJobConfig.CACHE_FILES) || isSet(conf, MRJobConfig.CACHE_ARCHIVES);
  }

  private static boolean isSet(Configuration conf, String key) {
    return !conf.get(key, "").isEmpty();
  }

  /**
   * Returns the entries of {@code conf}, archives first, as in Hadoop. If two have the same link,
   * only the first is returned, with a warning if their sources differ.
   */
  static List<CacheEntry> of(Configuration conf) throws IOException {
    Map<String, CacheEntry> byLink = new LinkedHashMap<>();
    collect(conf, true, MRJobConfig.CACHE_ARCHIVES, MRJobConfig.CACHE_ARCHIVES_TIMESTAMPS, byLink);
    collect(conf, false, MRJobConfig.CACHE_FILES, MRJobConfig.CACHE_FILE_TIMESTAMPS, byLink);
    return new ArrayList<>(byLink.values());
  }

  private static void collect(
      Configuration conf,
      boolean archive,
      String key,
      String timestampsKey,
      Map<String, CacheEntry> byLink)
      throws IOException {
    String[] uris = conf.getStrings(key, new String[0]);
    String[] timestamps = conf.getStrings(timestampsKey, new String[0]);
    String framework = conf.get(MRJobConfig.MAPREDUCE_APPLICATION_FRAMEWORK_PATH, "");
    for (int i = 0; i < uris.length; i++) {
      if (uris[i].equals(framework)) {
        continue; // Hadoop itself, which is on the class path already
      }
      long modified = i < timestamps.length ? Long.parseLong(timestamps[i].trim()) : -1;
      CacheEntry entry = parse(conf, key, uris[i], archive, modified);
      CacheEntry first = byLink.putIfAbsent(entry.link, entry);
      if (first != null && !first.source.equals(entry.source)) {
        LOG.warn(
            "{}: {} is ignored because {} has the same name, {}; give one of them another name"
                + " (file#name)",
            key,
            entry.source,
            first.source,
            entry.link);
      }
    }
  }

  private static CacheEntry parse(
      Configuration conf, String key, String text, boolean archive, long modified)
      throws IOException {
    URI uri = uri(key, text.trim());
    Path path = new Path(uri.getScheme(), uri.getAuthority(), uri.getPath());
    FileSystem fs = path.getFileSystem(conf);
    path = path.makeQualified(fs.getUri(), fs.getWorkingDirectory());
    String fragment = uri.getFragment();
    if (path.getName().equals(WILDCARD)) {
      if (fragment != null) {
        throw new IOException(
            key + "=" + text + ": a wildcard cannot have a name: remove #" + fragment);
      }
      Path directory = path.getParent();
      return new CacheEntry(directory, false, directory + "/" + WILDCARD, -1, true);
    }
    String link = fragment == null || fragment.isEmpty() ? path.getName() : fragment;
    if (leavesDirectory(link)) {
      throw new IOException(
          key + "=" + text + ": the name after # must be a path inside the working directory");
    }
    return new CacheEntry(path, archive, link, modified, false);
  }

  private static URI uri(String key, String text) throws IOException {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw new IOException(key + "=" + text + ": not a URI: " + e.getMessage(), e);
    }
  }

  private static boolean leavesDirectory(String link) {
    java.nio.file.Path path = java.nio.file.Path.of(link);
    return path.isAbsolute()
        || path.normalize().startsWith("..")
        || path.normalize().toString().isEmpty();
  }
}

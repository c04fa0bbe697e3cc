// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.athanor.cluster.Claims;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.LastWords;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.PrivateDirectory;
import org.athanor.cluster.artifact.NodeCopy;
import org.athanor.cluster.hadoop.ConfigurationText;

/**
 * A directory of its own in an HDFS that exists, which is neither started, formatted nor ended; one
 * tier. The directory is named after the run and deleted at the end. What a run of this user that
 * was killed has left there is deleted at the start of the next one.
 */
final class UriStorage implements Storage {
  private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(10);
  private static final Duration ERASE_TIMEOUT = Duration.ofMinutes(1);
  private static final String SHELL = "org.apache.hadoop.fs.FsShell";

  private final StorageRequest request;
  private final Path lib;
  private final URI root;
  private final Path configuration;

  private UriStorage(StorageRequest request, Path lib, URI root, Path configuration) {
    this.request = request;
    this.lib = lib;
    this.root = root;
    this.configuration = configuration;
  }

  /**
   * Writes the configuration of its clients, and makes the directory, for this user alone.
   *
   * @param lib directory on the master with Hadoop's client
   * @param claims of this user's runs
   */
  static UriStorage start(StorageRequest request, Path lib, Claims claims)
      throws IOException, InterruptedException {
    String parent = request.spec().uri().orElseThrow();
    Path run = request.directory().getParent().getFileName();
    URI root = URI.create(parent + "/" + run + "-" + request.directory().getFileName());
    Path configuration = request.directory().resolve("conf");
    UriStorage storage = new UriStorage(request, lib, root, configuration);
    storage.writeConfiguration();
    storage.deleteLeft(parent, run.toString().replaceFirst("[0-9a-f]+$", ""), claims);
    try {
      storage.run("-mkdir", "-p", root.toString());
      storage.run("-chmod", "700", root.toString());
      return storage;
    } catch (IOException | InterruptedException failed) {
      try {
        storage.erase();
      } catch (IOException left) {
        failed.addSuppressed(left);
      }
      throw failed;
    }
  }

  private void writeConfiguration() throws IOException, InterruptedException {
    Map<String, String> core = new TreeMap<>(Map.of("fs.defaultFS", uri()));
    Files.createDirectories(configuration);
    Files.writeString(configuration.resolve("core-site.xml"), ConfigurationText.xml(core));
    Files.writeString(configuration.resolve("hdfs-site.xml"), ConfigurationText.xml(settings()));
    Files.writeString(
        configuration.resolve("log4j.properties"), ConfigurationText.log4j("ERROR,console"));
    new PrivateDirectory(configuration, "name another directory: work")
        .make(request.master(), request.mark());
    NodeCopy.ensure(request.master(), request.mark(), configuration);
  }

  /** Deletes directories of this user's runs that no process claims any more. */
  private void deleteLeft(String parent, String prefix, Claims claims)
      throws IOException, InterruptedException {
    CommandResult listed = run("-ls", "-C", parent.equals(uri()) ? parent + "/" : parent);
    // Read after the names, because a run claims its mark before it makes its directory.
    Set<String> alive = claims.marks();
    for (String line : listed.output().lines().toList()) {
      String name = line.strip().replaceFirst(".*/", "");
      if (name.matches("\\Q" + prefix + "\\E[0-9a-f]{16}-storage-.*")
          && !alive.contains(name.replaceFirst("-storage-.*", ""))) {
        delete(parent + "/" + name);
      }
    }
  }

  @Override
  public Optional<String> directory() {
    return Optional.of(root.toString());
  }

  @Override
  public String uri() {
    return root.getScheme() + "://" + root.getRawAuthority();
  }

  @Override
  public String inputs(DataTier tier) {
    return root + "/inputs";
  }

  @Override
  public String outputs(DataTier tier) {
    return root + "/outputs";
  }

  @Override
  public Map<String, String> settings() {
    return request.spec().clientSettings(request.storing());
  }

  @Override
  public Optional<String> configuration() {
    return Optional.of(configuration.toString());
  }

  @Override
  public void makeDirectory(String uri, DataTier tier) throws IOException, InterruptedException {
    run("-mkdir", "-p", uri);
  }

  @Override
  public void delete(String uri) throws IOException, InterruptedException {
    run("-rm", "-r", "-f", "-skipTrash", uri);
  }

  /**
   * Also works in an interrupted thread, because nothing else deletes the directory at the end of
   * the run.
   *
   * @throws IOException if the directory stays; the message names it
   */
  @Override
  public void erase() throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      run(ERASE_TIMEOUT, "-rm", "-r", "-f", "-skipTrash", root.toString());
    } catch (IOException failed) {
      throw stays(failed.getMessage(), failed);
    } catch (InterruptedException again) {
      interrupted = true;
      throw stays("interrupted", again);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private IOException stays(String why, Exception cause) {
    return new IOException(
        root + " stays until the next run with this storage, or delete it: " + why, cause);
  }

  private CommandResult run(String... arguments) throws IOException, InterruptedException {
    return run(COMMAND_TIMEOUT, arguments);
  }

  private CommandResult run(Duration timeout, String... arguments)
      throws IOException, InterruptedException {
    Node master = request.master();
    Mark mark = request.mark();
    List<String> line = new ArrayList<>();
    line.addAll(List.of(request.java(), "-Xmx256m"));
    line.addAll(List.of("-cp", configuration + ":" + lib.resolve("hadoop") + "/*", SHELL));
    line.addAll(List.of(arguments));
    CommandResult result = master.run(mark, Command.of(line), timeout);
    if (result.status() != 0) {
      String last = LastWords.of(result.errors()).orElse("no output");
      throw new IOException("hadoop fs " + String.join(" ", arguments) + ": " + last);
    }
    return result;
  }

  /** It has no daemons of the experiment. */
  @Override
  public Optional<String> deadDaemon() {
    return Optional.empty();
  }

  /** The HDFS is not the experiment's. */
  @Override
  public void close() {}
}

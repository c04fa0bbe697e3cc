// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.athanor.bench.experiment.StorageType;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;

/** Directories of the local file system of one node, or that all nodes see; one tier. */
public final class LocalStorage implements Storage {
  private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(10);

  private final Node node;
  private final Mark mark;
  private final Path inputs;
  private final Path outputs;
  private final Optional<Path> shared;

  /**
   * @param inputs absolute directory on the node for inputs
   * @param outputs absolute directory on the node for outputs
   */
  public LocalStorage(Node node, Mark mark, Path inputs, Path outputs) {
    this(node, mark, inputs, outputs, Optional.empty());
  }

  private LocalStorage(Node node, Mark mark, Path inputs, Path outputs, Optional<Path> shared) {
    this.node = node;
    this.mark = mark;
    this.inputs = inputs;
    this.outputs = outputs;
    this.shared = shared;
  }

  /**
   * The storage of a request. On the local file system inputs are in the cache, for later
   * experiments too, unless the experiment chooses another place or wants fresh ones.
   */
  static LocalStorage of(StorageRequest request, Path cache) {
    Path directory = request.directory();
    boolean cached = request.keepsInputs() && request.spec().data().isEmpty();
    return new LocalStorage(
        request.master(),
        request.mark(),
        cached ? cache.resolve("inputs") : directory.resolve("inputs"),
        directory.resolve("outputs"),
        Optional.of(directory).filter(path -> request.spec().type() == StorageType.SHARED));
  }

  @Override
  public Optional<String> directory() {
    return shared.map(path -> "file://" + path);
  }

  @Override
  public String uri() {
    return "file:///";
  }

  @Override
  public String inputs(DataTier tier) {
    return "file://" + inputs;
  }

  @Override
  public Optional<String> configuration() {
    return Optional.empty();
  }

  @Override
  public String outputs(DataTier tier) {
    return "file://" + outputs;
  }

  @Override
  public void makeDirectory(String uri, DataTier tier) throws IOException, InterruptedException {
    run("mkdir", "-p", path(uri));
  }

  @Override
  public void delete(String uri) throws IOException, InterruptedException {
    run("rm", "-rf", path(uri));
  }

  private static String path(String uri) {
    return URI.create(uri).getPath();
  }

  private void run(String... command) throws IOException, InterruptedException {
    CommandResult result = node.run(mark, Command.of(command), COMMAND_TIMEOUT);
    if (result.status() != 0) {
      throw new IOException(node.name() + ": " + result.errors().strip());
    }
  }

  @Override
  public Optional<String> deadDaemon() {
    return Optional.empty();
  }

  @Override
  public void close() {
    // The node's files need no daemon.
  }
}

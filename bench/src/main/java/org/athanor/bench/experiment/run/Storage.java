// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** A file system for inputs and outputs. Closing it ends its daemons; its data remain. */
public interface Storage extends AutoCloseable {

  /** {@code file:///} or {@code hdfs://host:port}. */
  String uri();

  /** URI of the directory for inputs and references on a tier. */
  String inputs(DataTier tier);

  /** Settings of its clients, in Hadoop's keys. */
  default Map<String, String> settings() {
    return Map.of();
  }

  /**
   * URI of its own directory, which all nodes see; empty for an HDFS that has nothing else, and for
   * a file system of one node.
   */
  default Optional<String> directory() {
    return Optional.empty();
  }

  /**
   * Deletes what it has outside of its directories on the nodes. To be called while it is open, or
   * has no daemons.
   */
  default void erase() throws IOException, InterruptedException {}

  /** Directory on the master with its {@code core-site.xml}; empty if none is needed. */
  Optional<String> configuration();

  /** URI of the directory for outputs on a tier. */
  String outputs(DataTier tier);

  /** Creates a directory and its missing parents; what is written to it goes to the tier. */
  void makeDirectory(String uri, DataTier tier) throws IOException, InterruptedException;

  /** Deletes a file, or a directory with its content, if it exists. */
  void delete(String uri) throws IOException, InterruptedException;

  /** The first daemon that no longer runs; empty if all do. */
  Optional<String> deadDaemon() throws IOException, InterruptedException;

  @Override
  void close() throws IOException;
}

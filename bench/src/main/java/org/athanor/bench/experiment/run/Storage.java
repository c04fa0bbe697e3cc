// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.util.Optional;

/** A file system for inputs and outputs. Closing it ends its daemons; its data remain. */
public interface Storage extends AutoCloseable {

  /** {@code file:///} or {@code hdfs://host:port}. */
  String uri();

  /** URI of the directory for inputs and references. */
  String inputs();

  /** Directory on the master with its {@code core-site.xml}; empty if none is needed. */
  Optional<String> configuration();

  /** URI of the directory for outputs. */
  String outputs();

  /** Creates a directory and its missing parents. */
  void makeDirectory(String uri) throws IOException, InterruptedException;

  /** Deletes a file, or a directory with its content, if it exists. */
  void delete(String uri) throws IOException, InterruptedException;

  /** The first daemon that no longer runs; empty if all do. */
  Optional<String> deadDaemon() throws IOException, InterruptedException;

  @Override
  void close() throws IOException;
}

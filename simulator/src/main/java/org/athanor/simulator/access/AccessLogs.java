// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import java.nio.file.Path;
import java.util.OptionalLong;

/** Reads the logs of real HDFSs. */
@FunctionalInterface
public interface AccessLogs {

  /**
   * Reads a log.
   *
   * @param audit log of the NameNode
   * @param namespace what its offline image viewer wrote: the sizes of the files
   * @param otherBytes the size of files that the namespace does not have; without it they are
   *     refused
   * @throws AccessLogException if one of the files cannot be read or understood, or lacks something
   */
  AccessLog read(Path audit, Path namespace, OptionalLong otherBytes) throws AccessLogException;
}

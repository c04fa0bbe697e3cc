// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.view;

import java.time.Instant;
import org.athanor.storage.check.Checks;

/**
 * What the namespace says about a closed file.
 *
 * @param path absolute
 * @param id the number that the file keeps when it is renamed
 * @param bytes its length, from 0
 * @param blocks number of blocks, from 0
 * @param blockBytes length of each block but the last, from 1
 * @param replication wanted number of replicas, from 1
 * @param modified when its content changed last
 */
public record FileFacts(
    String path,
    long id,
    long bytes,
    int blocks,
    long blockBytes,
    int replication,
    Instant modified) {

  public FileFacts {
    Checks.absolute("path", path);
    Checks.atLeast(0, "length of " + path, bytes);
    Checks.atLeast(0, "number of blocks of " + path, blocks);
    Checks.atLeast(1, "block length of " + path, blockBytes);
    Checks.atLeast(1, "replication of " + path, replication);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Optional;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.OpenFileEntry;
import org.apache.hadoop.hdfs.protocol.OpenFilesIterator.OpenFilesType;
import org.athanor.tiering.apply.Failures;

/**
 * Who has the {@link Claim} on an HDFS. HDFS knows a daemon that has died as its holder until
 * another one takes it, or for some twenty minutes.
 *
 * @param host address of the holder; empty if this user may not see it
 * @param client its name among HDFS's clients; empty likewise
 */
public record ClaimHolder(String host, String client) {

  /**
   * Asks HDFS; changes nothing.
   *
   * @return empty if nobody has the claim
   * @throws IOException if HDFS does not answer
   */
  public static Optional<ClaimHolder> of(DistributedFileSystem files) throws IOException {
    try {
      if (files.isFileClosed(Claim.FILE)) {
        return Optional.empty();
      }
    } catch (FileNotFoundException e) {
      return Optional.empty(); // no daemon has ever worked here
    }
    try {
      RemoteIterator<OpenFileEntry> open =
          files.listOpenFiles(EnumSet.of(OpenFilesType.ALL_OPEN_FILES), Claim.FILE.toString());
      while (open.hasNext()) {
        OpenFileEntry file = open.next();
        if (file.getFilePath().equals(Claim.FILE.toString())) {
          return Optional.of(new ClaimHolder(file.getClientMachine(), file.getClientName()));
        }
      }
    } catch (IOException e) {
      // Only the superuser may list open files.
      if (!Failures.isRefusal(e)) {
        throw e;
      }
    }
    return Optional.of(new ClaimHolder("", ""));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.athanor.storage.decision.StorageConfiguration;

/**
 * A job that was granted a configuration.
 *
 * @param id of its request
 * @param application its name in the catalogue
 * @param name in words
 * @param owner of the request
 * @param configuration that it runs in
 * @param reservedBytes for intermediate data
 * @param inputs numbers of the files that it reads from SSDs, in the region or elsewhere
 */
record RunningJob(
    String id,
    String application,
    String name,
    String owner,
    StorageConfiguration configuration,
    long reservedBytes,
    Set<Long> inputs) {

  RunningJob {
    inputs = Set.copyOf(inputs);
  }

  void write(DataOutput out) throws IOException {
    out.writeUTF(id);
    out.writeUTF(application);
    out.writeUTF(name);
    out.writeUTF(owner);
    out.writeUTF(configuration.id());
    out.writeLong(reservedBytes);
    out.writeInt(inputs.size());
    for (long input : inputs) {
      out.writeLong(input);
    }
  }

  static RunningJob read(DataInput in) throws IOException {
    String id = in.readUTF();
    String application = in.readUTF();
    String name = in.readUTF();
    String owner = in.readUTF();
    String configuration = in.readUTF();
    long reserved = in.readLong();
    int count = RegionFile.count(in, JobRequest.MOST_FILES);
    Set<Long> inputs = new LinkedHashSet<>();
    for (int i = 0; i < count; i++) {
      inputs.add(in.readLong());
    }
    return new RunningJob(
        id,
        application,
        name,
        owner,
        StorageConfiguration.of(configuration)
            .orElseThrow(() -> new IOException("no configuration " + configuration)),
        reserved,
        inputs);
  }
}

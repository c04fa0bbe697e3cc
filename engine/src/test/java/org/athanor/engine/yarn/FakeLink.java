// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.skew.ReduceLoad;

/** A master that takes all jobs. */
final class FakeLink implements MasterLink {
  final byte[] secret;
  final List<JobID> jobs = new ArrayList<>();
  boolean open = true;
  boolean connected = true;
  String refusal;

  FakeLink(byte[] secret) {
    this.secret = secret;
  }

  @Override
  public void submit(SubmittedJob job) throws IOException {
    if (refusal != null) {
      throw new IOException(refusal);
    }
    jobs.add(job.id());
  }

  @Override
  public void setPriority(JobID job, JobPriority priority) {}

  @Override
  public Map<Integer, ReduceLoad.Shape> shapes(JobID job) {
    return Map.of();
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public boolean isConnected() {
    return connected;
  }

  @Override
  public void close() {
    open = false;
  }
}

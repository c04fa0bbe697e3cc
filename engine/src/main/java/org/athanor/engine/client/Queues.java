// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import java.util.Arrays;
import java.util.TreeSet;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.QueueAclsInfo;
import org.apache.hadoop.mapreduce.QueueInfo;
import org.apache.hadoop.mapreduce.QueueState;

/**
 * The queues that clients see. They are only labels: {@code default} always exists, any other queue
 * exists if a job has named it. No queue has children, all are running, and every user has all
 * permissions.
 */
final class Queues {
  private static final String[] OPERATIONS = {"SUBMIT_APPLICATIONS", "ADMINISTER_QUEUE"};

  private final JobStatus[] jobs;
  private final TreeSet<String> names = new TreeSet<>();

  Queues(JobStatus[] jobs) {
    this.jobs = jobs;
    names.add(JobConf.DEFAULT_QUEUE_NAME);
    for (JobStatus job : jobs) {
      names.add(job.getQueue());
    }
  }

  QueueInfo[] all() {
    return names.stream().map(this::describe).toArray(QueueInfo[]::new);
  }

  /** Returns the queue, or null if there is none of this name; clients check for null. */
  QueueInfo byName(String name) {
    return name != null && names.contains(name) ? describe(name) : null;
  }

  QueueAclsInfo[] acls() {
    return names.stream()
        .map(name -> new QueueAclsInfo(name, OPERATIONS.clone()))
        .toArray(QueueAclsInfo[]::new);
  }

  private QueueInfo describe(String name) {
    JobStatus[] inQueue =
        Arrays.stream(jobs).filter(job -> job.getQueue().equals(name)).toArray(JobStatus[]::new);
    return new QueueInfo(name, "N/A", QueueState.RUNNING, inQueue);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.thread.Clock;

/** Facts of a job without files and map output. */
final class JobFactsForTest {
  private JobFactsForTest() {}

  static JobFacts make() {
    JobConf conf = new JobConf(false);
    SubmittedJob job =
        new SubmittedJob(
            new JobID("test", 1),
            new Path("job"),
            conf,
            new Credentials(),
            UserGroupInformation.createRemoteUser("somebody"));
    return new JobFacts(job, conf, "", null, Clock.SYSTEM);
  }
}

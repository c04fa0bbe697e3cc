// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobACLsManager;
import org.apache.hadoop.mapreduce.JobACL;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AccessControlList;
import org.apache.hadoop.security.authorize.AuthorizationException;

/**
 * Who may see and change a job: its owner, the cluster's administrators, and those whom the job
 * itself names ({@code mapreduce.job.acl-view-job}, {@code mapreduce.job.acl-modify-job}). Everyone
 * may, unless the service or the job sets {@code mapreduce.cluster.acls.enabled}. If the service
 * sets it, a job cannot unset it, nor choose other administrators. Thread-safe.
 */
public final class JobAccess {
  private final JobACLsManager ofService;

  /**
   * @param conf of the service
   */
  public JobAccess(Configuration conf) {
    ofService = new JobACLsManager(conf);
  }

  /**
   * Returns if the current user, who is the caller of an RPC, may do the operation.
   *
   * @throws AuthorizationException if not: a client of Hadoop gives up when it gets this exception,
   *     and after any other one asks again, for ever
   */
  public void check(JobView job, JobACL operation) throws IOException {
    UserGroupInformation caller = UserGroupInformation.getCurrentUser();
    if (!allows(caller, job, operation)) {
      throw new AuthorizationException(
          "User "
              + caller.getShortUserName()
              + " cannot perform operation "
              + operation.name()
              + " on "
              + job.id());
    }
  }

  /** Returns whether a user may do the operation. */
  public boolean allows(UserGroupInformation caller, JobView job, JobACL operation) {
    Configuration conf = job.configuration();
    return acls(conf).checkAccess(caller, operation, job.user(), lists(job).get(operation));
  }

  /** Returns whom the job names for each operation; empty if everyone may do everything. */
  public Map<JobACL, AccessControlList> lists(JobView job) {
    return acls(job.configuration()).constructJobACLs(job.configuration());
  }

  /** Returns whether everyone may do everything with the job. */
  public boolean isOpen(JobView job) {
    return !acls(job.configuration()).areACLsEnabled();
  }

  private JobACLsManager acls(Configuration conf) {
    return ofService.areACLsEnabled() ? ofService : new JobACLsManager(conf);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A job as a client submits it.
 *
 * @param directory holds {@code job.xml} and the splits; the engine deletes it when the job ends
 * @param configuration not changed by the engine
 */
public record SubmittedJob(
    JobID id,
    Path directory,
    JobConf configuration,
    Credentials credentials,
    UserGroupInformation user) {}

// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

/** How a job that starts gets its input. */
public enum Access {
  /** The cluster holds it. */
  LOCAL,
  /** The job reads it from another cluster. */
  REMOTE_READ,
  /** It is copied to the cluster first, while the job's resources are reserved. */
  STAGE
}

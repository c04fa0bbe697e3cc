// SPDX-License-Identifier: Apache-2.0
/**
 * Carries a plan out on an HDFS: checks that each file is still as it was planned for, sets
 * policies and numbers of replicas, lets Hadoop's mover move the replicas, and verifies where they
 * are. Entry class: {@link org.athanor.tiering.apply.PlanExecution}. It runs on the caller's
 * thread.
 */
package org.athanor.tiering.apply;

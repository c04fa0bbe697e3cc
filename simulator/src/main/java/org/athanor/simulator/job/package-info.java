// SPDX-License-Identifier: Apache-2.0
/** What simulated jobs do: {@link org.athanor.simulator.job.JobSpec}. */
package org.athanor.simulator.job;

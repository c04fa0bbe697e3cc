// SPDX-License-Identifier: Apache-2.0
/**
 * Logs of a job's attempts, where Hadoop's tools look for those of YARN's containers: what each
 * printed and logged is kept apart while it runs, and aggregated when the job ends.
 */
package org.athanor.engine.logs;

// SPDX-License-Identifier: Apache-2.0
/**
 * One job in one process that runs its code: what it needs there ({@link
 * org.athanor.engine.site.JobSite}), and its attempts and merges on a Worker ({@link
 * org.athanor.engine.site.WorkerJob}). A process that works for several jobs has both for each.
 */
package org.athanor.engine.site;

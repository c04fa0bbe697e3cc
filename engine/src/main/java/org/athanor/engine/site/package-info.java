// SPDX-License-Identifier: Apache-2.0
/**
 * What a process needs to run a job's code: {@link org.athanor.engine.site.JobSite}. A process that
 * works for several jobs has one site for each.
 */
package org.athanor.engine.site;

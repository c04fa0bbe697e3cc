// SPDX-License-Identifier: Apache-2.0
/**
 * What Hadoop does for a job's cache files and class path on each node, done once in one JVM:
 * {@link org.athanor.engine.localize.JobLocalizer} brings files, archives and the job's jar to a
 * local directory, {@link org.athanor.engine.localize.TaskClassLoaders} loads the job's classes
 * apart for each engine thread. Must not import the rest of the engine.
 */
package org.athanor.engine.localize;

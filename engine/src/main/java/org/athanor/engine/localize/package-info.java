// SPDX-License-Identifier: Apache-2.0
/**
 * Does once per job in this JVM what Hadoop does on each node for a job's cache files and class
 * path. {@link org.athanor.engine.localize.JobLocalizer} copies files, archives and the job's jar
 * to a local directory. {@link org.athanor.engine.localize.TaskClassLoaders} loads the job's
 * classes separately for each engine thread. Of the rest of the engine, the package may import
 * {@code files} and {@code exit} only.
 */
package org.athanor.engine.localize;

// SPDX-License-Identifier: Apache-2.0
/**
 * On which devices of a node a job's intermediate data is written. {@link
 * org.athanor.engine.intermediate.IntermediateDirectories} chooses among the local directories, for
 * the engine and, through two of Hadoop's extension points, for Hadoop's own MapReduce. Of the rest
 * of the engine, the package imports {@code config} only, so that tasks of Hadoop load little.
 */
package org.athanor.engine.intermediate;

// SPDX-License-Identifier: Apache-2.0
/**
 * A local file system for Hadoop that starts no processes and works in large pieces ({@link
 * org.athanor.engine.files.JobLocalFileSystem}), one for HDFS that buffers small reads ({@link
 * org.athanor.engine.files.JobDistributedFileSystem}), and directories that only their owner can
 * access ({@link org.athanor.engine.files.PrivateDirectory}). Of the rest of the engine, the
 * package may import {@code thread} only.
 */
package org.athanor.engine.files;

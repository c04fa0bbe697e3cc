// SPDX-License-Identifier: Apache-2.0
/**
 * Local files without processes and in large pieces, through Hadoop's file-system extension point
 * ({@link org.athanor.engine.files.JobLocalFileSystem}), and directories that are their owner's
 * alone ({@link org.athanor.engine.files.PrivateDirectory}). Imports nothing of the engine.
 */
package org.athanor.engine.files;

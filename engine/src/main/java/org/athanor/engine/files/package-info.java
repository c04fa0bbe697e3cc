// SPDX-License-Identifier: Apache-2.0
/**
 * Local files without processes and in large pieces, through Hadoop's file-system extension point.
 * Entry class: {@link org.athanor.engine.files.JobLocalFileSystem}. Imports nothing of the engine.
 */
package org.athanor.engine.files;

// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

/**
 * The identity of a file or directory, whatever its path.
 *
 * @param store the file system
 * @param inode what identifies it there
 */
record FileId(Object store, Object inode) {}

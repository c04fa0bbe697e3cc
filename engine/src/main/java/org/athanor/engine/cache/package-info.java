// SPDX-License-Identifier: Apache-2.0
/**
 * Keeps the bytes of files in memory (Flame-MR's DataCache, thesis §3.4.3), below Hadoop's
 * interface for file systems, so that drivers and tasks see a consistent file system: {@link
 * org.athanor.engine.cache.CachedLocalFileSystem}, {@link
 * org.athanor.engine.cache.CachedDistributedFileSystem}. Entry class for the engine: {@link
 * org.athanor.engine.cache.CachedFiles}.
 *
 * <p>Written files are kept by {@link org.athanor.engine.cache.DataCache} under a key that says
 * which bytes they are, so that an entry needs no care when files are renamed, deleted or
 * overwritten. Content that is not written yet is kept by {@link
 * org.athanor.engine.cache.DeferredFiles} under the identity of an empty file that is.
 */
package org.athanor.engine.cache;

// SPDX-License-Identifier: Apache-2.0
/**
 * An archive of results: those of many runs, by machine and time, so that later runs can be
 * compared with earlier ones. Entry class: {@link org.athanor.results.archive.Archive}.
 */
package org.athanor.results.archive;

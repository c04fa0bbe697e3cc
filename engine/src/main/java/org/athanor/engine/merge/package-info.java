// SPDX-License-Identifier: Apache-2.0
/**
 * Merging of sorted runs. Entry class: {@link org.athanor.engine.merge.RunMerger}. Each object
 * belongs to one thread; a partition's merge is handed from thread to thread by {@link
 * org.athanor.engine.merge.BatchesAhead}.
 */
package org.athanor.engine.merge;

// SPDX-License-Identifier: Apache-2.0
/**
 * Merges sorted runs. Entry class: {@link org.athanor.engine.merge.RunMerger}. Each object belongs
 * to one thread, with one exception: {@link org.athanor.engine.merge.BatchesAhead} lets several
 * threads use a partition's merge, one at a time.
 */
package org.athanor.engine.merge;

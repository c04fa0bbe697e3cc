// SPDX-License-Identifier: Apache-2.0
/**
 * Merging of sorted runs. Entry class: {@link org.athanor.engine.merge.RunMerger}. Each object
 * belongs to one thread.
 */
package org.athanor.engine.merge;

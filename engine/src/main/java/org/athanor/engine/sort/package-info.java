// SPDX-License-Identifier: Apache-2.0
/**
 * Map output before it is sorted, and its sorting. Entry class: {@link
 * org.athanor.engine.sort.SortBuffer}. Each object belongs to one thread.
 */
package org.athanor.engine.sort;

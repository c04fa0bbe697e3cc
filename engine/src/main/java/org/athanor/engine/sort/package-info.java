// SPDX-License-Identifier: Apache-2.0
/**
 * Collects and sorts map output. Entry class: {@link org.athanor.engine.sort.SortBuffer}. Each
 * object belongs to one thread.
 */
package org.athanor.engine.sort;

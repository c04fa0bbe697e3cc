// SPDX-License-Identifier: Apache-2.0
/**
 * How often files will be read: accesses of a log become predictions for the next period. No class
 * has a clock; times are those of the log. All classes must be used by one thread at a time. Entry
 * class: {@link org.athanor.storage.popularity.FilePopularity}.
 */
package org.athanor.storage.popularity;

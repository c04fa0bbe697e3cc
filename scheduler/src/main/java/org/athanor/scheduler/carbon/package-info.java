// SPDX-License-Identifier: Apache-2.0
/**
 * When and where electricity has little carbon, or is cheap, and policies that look at it. Entry
 * classes: {@link org.athanor.scheduler.carbon.IntensityFile} and {@link
 * org.athanor.scheduler.carbon.CarbonPolicy}.
 *
 * <p>Everything but the reader of files is immutable, without clock and I/O, and may be used by any
 * thread.
 */
package org.athanor.scheduler.carbon;

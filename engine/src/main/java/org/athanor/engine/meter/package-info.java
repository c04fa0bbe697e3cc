// SPDX-License-Identifier: Apache-2.0
/**
 * Counts records, and bytes that a thread moves through file systems, for Hadoop's counters. Entry
 * classes: {@link org.athanor.engine.meter.RecordCounter}, {@link
 * org.athanor.engine.meter.IoMeter}.
 */
package org.athanor.engine.meter;

// SPDX-License-Identifier: Apache-2.0
/**
 * What policies were asked and have decided, as a file, so that somebody else can decide again.
 * Entry classes: {@link org.athanor.scheduler.record.DecisionRecording} writes it, {@link
 * org.athanor.scheduler.record.RecordingReader} reads it.
 */
package org.athanor.scheduler.record;

// SPDX-License-Identifier: Apache-2.0
/**
 * What a daemon has learnt and decided, as a file, so that somebody else can decide again. Entry
 * classes: {@link org.athanor.tiering.record.DecisionRecording} writes it, {@link
 * org.athanor.tiering.record.RecordingReader} reads it.
 */
package org.athanor.tiering.record;

// SPDX-License-Identifier: Apache-2.0
/**
 * Runs one attempt at a map or reduce task: connects user code and Hadoop's input and output
 * formats with the engine's sorting and merging. Entry classes: {@link
 * org.athanor.engine.task.MapAttempt}, {@link org.athanor.engine.task.ReduceAttempt}. An attempt
 * runs on one engine thread; its {@link org.athanor.engine.task.AttemptReporter} may be read from
 * any.
 */
package org.athanor.engine.task;

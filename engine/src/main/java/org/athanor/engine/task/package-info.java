// SPDX-License-Identifier: Apache-2.0
/**
 * Runs one attempt at a map or reduce task: user code between Hadoop's input and output formats and
 * the engine's data path. Entry classes: {@link org.athanor.engine.task.MapAttempt}, {@link
 * org.athanor.engine.task.ReduceAttempt}. An attempt runs on one engine thread; its {@link
 * org.athanor.engine.task.AttemptReporter} may be read from any.
 */
package org.athanor.engine.task;

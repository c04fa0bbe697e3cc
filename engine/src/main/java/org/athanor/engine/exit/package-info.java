// SPDX-License-Identifier: Apache-2.0
/**
 * Handles calls that end the JVM: those in a task's code, which only end the attempt ({@link
 * org.athanor.engine.exit.TaskExit}), and those that really end the JVM ({@link
 * org.athanor.engine.exit.JvmExit}). {@link org.athanor.engine.exit.TaskThreads} tells the threads
 * of tasks from all others.
 */
package org.athanor.engine.exit;

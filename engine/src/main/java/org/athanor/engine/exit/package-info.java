// SPDX-License-Identifier: Apache-2.0
/**
 * Calls that would end the JVM: those of a task ({@link org.athanor.engine.exit.TaskExit}), which
 * only end the task, and those that really end the JVM ({@link org.athanor.engine.exit.JvmExit}).
 * {@link org.athanor.engine.exit.TaskThreads} tells the threads of tasks from all others.
 */
package org.athanor.engine.exit;

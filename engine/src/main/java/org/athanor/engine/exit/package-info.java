// SPDX-License-Identifier: Apache-2.0
/**
 * What becomes of a call that would end the JVM: of a task's ({@link
 * org.athanor.engine.exit.TaskExit}), and of any that really ends it ({@link
 * org.athanor.engine.exit.JvmExit}).
 */
package org.athanor.engine.exit;

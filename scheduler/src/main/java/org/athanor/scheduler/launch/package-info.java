// SPDX-License-Identifier: Apache-2.0
/**
 * The processes of attempts: each under a small wrapper in a session of its own, which goes on when
 * the scheduler ends. Entry class: {@link org.athanor.scheduler.launch.Attempts}.
 *
 * <p>Needs Linux: {@code /proc}, {@code setsid} and {@code sh}. Threads: see the classes.
 */
package org.athanor.scheduler.launch;

// SPDX-License-Identifier: Apache-2.0
/**
 * The engine of a session: a JVM that runs one driver after the other, each as a JVM of its own
 * would. The entry class is {@link org.athanor.cli.warm.WarmEngine}. A driver has the whole process
 * while it runs: its standard streams, environment and working directory are the process's. When it
 * has ended and nothing of it remains, the JVM takes the next one; otherwise the JVM ends as it
 * would without a session, and the session starts another one.
 */
package org.athanor.cli.warm;

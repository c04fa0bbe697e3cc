// SPDX-License-Identifier: Apache-2.0
/**
 * The process that samples a node during a trial: a small JVM of its own, started on each node by
 * the runner, to which it speaks in lines of JSON. Nodes receive the jars of this module and of
 * {@code results}, and Jackson's core: nothing here may need another library. Entry class: {@link
 * org.athanor.agent.Agent}.
 */
package org.athanor.agent;

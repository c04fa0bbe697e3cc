// SPDX-License-Identifier: Apache-2.0
/**
 * The agent: a small JVM on each node that samples it during a trial. The runner starts it and
 * speaks to it in lines of JSON. Nodes receive the jars of this module and of {@code results}, and
 * Jackson's core: no class here may need another library. Entry class: {@link
 * org.athanor.agent.Agent}.
 */
package org.athanor.agent;

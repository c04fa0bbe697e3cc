// SPDX-License-Identifier: Apache-2.0
/** The kind of thread that the engine creates: {@link org.athanor.engine.thread.DaemonThread}. */
package org.athanor.engine.thread;

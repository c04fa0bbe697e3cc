// SPDX-License-Identifier: Apache-2.0
/** How the engine makes its threads: {@link org.athanor.engine.thread.DaemonThread}. */
package org.athanor.engine.thread;

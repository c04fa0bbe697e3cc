// SPDX-License-Identifier: Apache-2.0
/**
 * Threads and the queue they take operations from (Flame-MR's Worker, thesis §3.3.1). Entry class:
 * {@link org.athanor.engine.worker.Worker}. Threads bind themselves first, so that the memory they
 * touch is near them. Knows nothing of jobs but their priority and how many of their operations
 * run.
 */
package org.athanor.engine.worker;

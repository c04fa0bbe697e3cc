// SPDX-License-Identifier: Apache-2.0
/**
 * Threads and the queue they take operations from (Flame-MR's Worker, thesis §3.3.1). Entry class:
 * {@link org.athanor.engine.worker.Worker}. Threads bind themselves first, so that the memory that
 * they allocate is near them. The package knows no more of a job than its priority, its age and the
 * number of its running operations.
 */
package org.athanor.engine.worker;

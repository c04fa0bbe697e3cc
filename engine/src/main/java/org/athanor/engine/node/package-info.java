// SPDX-License-Identifier: Apache-2.0
/**
 * The process of one Worker of a session: runs attempts of any number of jobs for a master in
 * another process. Entry class: {@link org.athanor.engine.node.WorkerProcess}. It decides nothing;
 * without its master it ends. Threads: {@code athanor-N} run the jobs' code, {@code athanor-open-N}
 * make jobs ready, {@code athanor-close-N} remove them, {@code athanor-ticker} looks after all.
 */
package org.athanor.engine.node;

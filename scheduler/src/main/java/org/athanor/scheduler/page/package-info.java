// SPDX-License-Identifier: Apache-2.0
/**
 * The scheduler's status page: runs with their graphs and times, clusters with what is free, what
 * was predicted and what became of it; as pages, as JSON, and as metrics. Read-only. Entry class:
 * {@link org.athanor.scheduler.page.StatusPages}.
 *
 * <p>A snapshot is made first, by the scheduler's thread and from the journal; pages are functions
 * of it. All but {@code StatusPages} is immutable or used by one thread.
 */
package org.athanor.scheduler.page;

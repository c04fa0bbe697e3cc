// SPDX-License-Identifier: Apache-2.0
/**
 * What a session's master writes down, so that the next master can go on with the session's jobs if
 * it ends: submissions, finished tasks, commits, ends. Entry class: {@link
 * org.athanor.engine.journal.SessionJournal}.
 */
package org.athanor.engine.journal;

// SPDX-License-Identifier: Apache-2.0
/**
 * The jobs of a session: many jobs, one after the other or at once, on Workers in other processes.
 * Entry class: {@link org.athanor.engine.session.SessionEngine}.
 */
package org.athanor.engine.session;

// SPDX-License-Identifier: Apache-2.0
/**
 * One run of an application: what ran, how it was configured, where, how long, and what it used.
 * Immutable values; what is the same has the same id in every catalogue. Entry class: {@link
 * org.athanor.profile.run.Run}.
 */
package org.athanor.profile.run;

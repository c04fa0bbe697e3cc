// SPDX-License-Identifier: Apache-2.0
/**
 * The catalogue of application runs: what ran where, with which configuration, how long, and at
 * which cost. It is an SQLite file, or a PostgreSQL database for a team. Entry class: {@link
 * org.athanor.profile.Catalogue}. Its entries are the types of {@code org.athanor.profile.run}.
 * Only this package and its numbered migrations contain SQL.
 */
package org.athanor.profile;

// SPDX-License-Identifier: Apache-2.0
/**
 * The catalogue of application runs: what ran where, with which configuration, how long, and at
 * which cost. In an SQLite file, or a PostgreSQL database for a team. Entry class: {@link
 * org.athanor.profile.Catalogue}; what it keeps is in {@code org.athanor.profile.run}. SQL is in
 * this package and its numbered migrations only.
 */
package org.athanor.profile;

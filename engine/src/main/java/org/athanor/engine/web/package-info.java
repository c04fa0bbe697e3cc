// SPDX-License-Identifier: Apache-2.0
/**
 * The tracking page of a session: what its Workers and jobs do, for people and as JSON. It is
 * reached through the web proxy of YARN, shows everything and changes nothing. Entry class: {@link
 * org.athanor.engine.web.TrackingPage}.
 *
 * <p>What users choose (names, status texts, errors, counters) is hostile: {@link
 * org.athanor.engine.web.Html} takes markup only as constants of the program, and escapes all else.
 */
package org.athanor.engine.web;

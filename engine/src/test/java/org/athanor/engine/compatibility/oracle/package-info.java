// SPDX-License-Identifier: Apache-2.0
/**
 * The oracle: runs one MapReduce program on Hadoop's {@code local} framework and on Athanor, and
 * compares what a user can see of it: output files, counters, and the client's view of its jobs.
 *
 * <p>Start at {@link org.athanor.engine.compatibility.oracle.OracleTest}. A {@link
 * org.athanor.engine.compatibility.oracle.JobCase} is run by {@link
 * org.athanor.engine.compatibility.oracle.CaseRunner} under a {@link
 * org.athanor.engine.compatibility.oracle.Framework}, which yields an {@link
 * org.athanor.engine.compatibility.oracle.Observation}; {@link
 * org.athanor.engine.compatibility.oracle.Comparison} compares two of them, and {@link
 * org.athanor.engine.compatibility.oracle.Scoreboard} turns the verdicts into
 * docs/compatibility.md. Everything runs on the test's own thread; jobs have the frameworks'
 * threads.
 */
package org.athanor.engine.compatibility.oracle;

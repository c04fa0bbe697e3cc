// SPDX-License-Identifier: Apache-2.0
/**
 * Tables and queries of the SQL workloads, which the programs of all frameworks share: those of
 * Hive's benchmark (issue HIVE-396) after A. Pavlo and others, "A comparison of approaches to
 * large-scale data analysis" (SIGMOD 2009).
 */
package org.athanor.workloads.sql;

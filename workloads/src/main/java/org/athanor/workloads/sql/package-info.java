// SPDX-License-Identifier: Apache-2.0
/**
 * Tables and queries of the SQL workloads, which the programs of all frameworks share: the scan,
 * the aggregation and the join of HiBench. Tables, aggregation and join are after A. Pavlo and
 * others, "A comparison of approaches to large-scale data analysis" (SIGMOD 2009), and Hive's
 * benchmark of it (issue HIVE-396).
 */
package org.athanor.workloads.sql;

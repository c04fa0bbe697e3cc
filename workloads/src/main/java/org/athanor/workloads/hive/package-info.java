// SPDX-License-Identifier: Apache-2.0
/**
 * Programs for Hive: the queries of {@link org.athanor.workloads.sql}, run by Hive's own command
 * line. Hive chooses what runs their jobs, such as Hadoop MapReduce.
 */
package org.athanor.workloads.hive;

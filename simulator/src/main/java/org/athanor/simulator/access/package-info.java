// SPDX-License-Identifier: Apache-2.0
/**
 * Clients that read and write whole files of a simulated HDFS, without jobs: single accesses, or
 * many in rounds, such as those of a log. Entry class: {@link
 * org.athanor.simulator.access.Clients}.
 */
package org.athanor.simulator.access;

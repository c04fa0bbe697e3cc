// SPDX-License-Identifier: Apache-2.0
/**
 * What to do with the files of an HDFS, decided from an image of its namespace and from its audit
 * logs alone, and what that would have saved. Entry class: {@link
 * org.athanor.tiering.plan.Planner}. Each object belongs to one thread; no object starts one.
 */
package org.athanor.tiering.plan;

// SPDX-License-Identifier: Apache-2.0
/**
 * Operations on the files of an HDFS with tiers and regions, under the names that they have in K.
 * Ravindranathan (2015), tables 4.1 and 7.1. The commands of {@code athanor storage} call them.
 * Entry classes: {@link org.athanor.tiering.api.TieredStorage} and {@link
 * org.athanor.tiering.api.FileRegions}. They work on the caller's thread.
 */
package org.athanor.tiering.api;

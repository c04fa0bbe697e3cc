// SPDX-License-Identifier: Apache-2.0
/**
 * DUX's temporary region (K. Ravindranathan, 2015, section 6.1): jobs ask for SSDs by a file in
 * HDFS, and the daemon copies their input there, or refuses. Entry classes: {@link
 * org.athanor.tiering.region.RegionManager}, the daemon's side, on its thread; {@link
 * org.athanor.tiering.region.PostedRequest}, a job's side.
 */
package org.athanor.tiering.region;

// SPDX-License-Identifier: Apache-2.0
/**
 * Runs the driver of a job's jar in this JVM: what {@code org.apache.hadoop.util.RunJar} does, plus
 * settings that every configuration of the driver starts from. {@link
 * org.athanor.cli.driver.DriverRun} is the entry. Of the engine it knows the configuration keys
 * only.
 */
package org.athanor.cli.driver;

// SPDX-License-Identifier: Apache-2.0
/**
 * Runs the driver of a job's jar in this JVM: what {@code org.apache.hadoop.util.RunJar} does, plus
 * settings that every configuration of the driver starts with. The entry class is {@link
 * org.athanor.cli.driver.DriverRun}. Of the engine it uses configuration keys, file helpers and the
 * check of thread binding, not the engine itself.
 */
package org.athanor.cli.driver;

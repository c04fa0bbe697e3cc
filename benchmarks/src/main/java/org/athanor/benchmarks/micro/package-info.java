// SPDX-License-Identifier: Apache-2.0
/**
 * JMH benchmarks of the engine's core and of the NameNode's plug-ins, one class per question; run
 * them with {@code java -jar benchmarks/target/benchmarks.jar}. All records are TeraSort's: Text
 * keys of 10 bytes, Text values of 90.
 */
package org.athanor.benchmarks.micro;

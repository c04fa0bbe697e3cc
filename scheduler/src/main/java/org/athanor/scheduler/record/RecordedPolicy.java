// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.record;

import java.util.OptionalDouble;

/**
 * Which policy decides.
 *
 * @param name as users give it
 * @param carbonBound part by which jobs may end later on average for carbon or prices, from 0;
 *     empty if these are not looked at
 */
public record RecordedPolicy(String name, OptionalDouble carbonBound) {}

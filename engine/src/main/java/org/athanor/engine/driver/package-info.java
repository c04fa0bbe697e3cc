// SPDX-License-Identifier: Apache-2.0
/**
 * A driver's connection to the master of its session, over which it submits jobs. Entry class:
 * {@link org.athanor.engine.driver.MasterConnection}.
 */
package org.athanor.engine.driver;

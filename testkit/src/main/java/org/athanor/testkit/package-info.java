// SPDX-License-Identifier: Apache-2.0
/**
 * What the tests of several modules use. It depends on no other module, so that the tests of each
 * may use it.
 */
package org.athanor.testkit;

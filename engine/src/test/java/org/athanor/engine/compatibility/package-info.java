// SPDX-License-Identifier: Apache-2.0
/**
 * The same programs on Hadoop and on Athanor, one test class for each area of what Hadoop promises
 * (DESIGN §3.3). The mechanism is in {@link org.athanor.engine.compatibility.oracle}; its verdicts
 * are docs/compatibility.md. Tests tagged {@code short} also run against the older Hadoop versions.
 */
package org.athanor.engine.compatibility;

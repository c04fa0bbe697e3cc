// SPDX-License-Identifier: Apache-2.0
/** Invented experiments for tests of statistics and reports; nothing in them was measured. */
package org.athanor.results.synthetic;

// SPDX-License-Identifier: Apache-2.0
/** Generators of benchmark inputs. The same arguments give the same bytes. Uses the JDK only. */
package org.athanor.benchmarks.data;

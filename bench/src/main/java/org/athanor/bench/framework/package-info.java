// SPDX-License-Identifier: Apache-2.0
/** What runs it: distributions, configuration, daemons and submission of each framework. */
package org.athanor.bench.framework;

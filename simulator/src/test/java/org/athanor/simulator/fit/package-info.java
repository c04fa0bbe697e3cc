// SPDX-License-Identifier: Apache-2.0
/**
 * The model of jobs, fitted to measured jobs and judged by others. Entry class: {@link
 * org.athanor.simulator.fit.JobModelTest}.
 */
package org.athanor.simulator.fit;

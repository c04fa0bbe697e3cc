// SPDX-License-Identifier: Apache-2.0
/**
 * Map output between the Workers of a job: the Worker that ran a map pushes a chunk of each run to
 * each Worker that owns some of the partitions. Entry class: {@link
 * org.athanor.engine.exchange.OutputReceiver}.
 */
package org.athanor.engine.exchange;

// SPDX-License-Identifier: Apache-2.0
/**
 * Map output between the Workers of a session: a Worker that owns some partitions of a job
 * subscribes to them at each other Worker, which pushes the output of the maps that it ran. Entry
 * class: {@link org.athanor.engine.exchange.Exchange}.
 *
 * <pre>
 *  the Worker that owns partitions                        the Worker that ran maps
 *  JobExchange.assign ─▶ athanor-receive ─ Subscribe ─▶   PushConnection ─▶ Subscriber
 *                                                                               │ athanor-push reads
 *  Listener.delivered ◀─ OutputReceiver ◀─ Block, Complete ◀─ OutputPush ◀──────┘ JobExchange.keep
 *                                        ─ Credit ─▶
 * </pre>
 */
package org.athanor.engine.exchange;

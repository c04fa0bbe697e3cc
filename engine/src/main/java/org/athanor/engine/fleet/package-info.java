// SPDX-License-Identifier: Apache-2.0
/**
 * The other processes of a session as its master sees them: the Workers ({@link
 * org.athanor.engine.fleet.Fleet}), one job on each of them ({@link
 * org.athanor.engine.fleet.RemoteWorkerJob}), and the driver ({@link
 * org.athanor.engine.fleet.DriverConnections}). Nothing here decides anything. Listeners are told
 * on threads of the transport, without a lock of this package.
 */
package org.athanor.engine.fleet;

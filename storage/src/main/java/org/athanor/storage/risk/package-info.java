// SPDX-License-Identifier: Apache-2.0
/**
 * How likely data are lost with a number of replicas on a number of nodes. Entry class: {@link
 * org.athanor.storage.risk.DataLoss}.
 */
package org.athanor.storage.risk;

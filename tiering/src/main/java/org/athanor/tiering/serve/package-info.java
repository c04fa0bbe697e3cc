// SPDX-License-Identifier: Apache-2.0
/**
 * The daemon: learns from the audit log while it is written, plans after each period, carries plans
 * out, and repairs. Entry class: {@link org.athanor.tiering.serve.Manager}, which runs on one
 * thread. {@link org.athanor.tiering.serve.StatusServer} answers on threads of its own.
 */
package org.athanor.tiering.serve;

// SPDX-License-Identifier: Apache-2.0
/**
 * Status pages of daemons over HTTP: who may see them, how much they may cost, and text that cannot
 * become markup. Entry class: {@link org.athanor.web.PageServer}.
 *
 * <p>Only the server has threads, {@code athanor-page-N}; writers of pages are used by one thread.
 */
package org.athanor.web;

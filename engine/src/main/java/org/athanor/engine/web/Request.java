// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import java.util.Map;
import java.util.Optional;

/**
 * What a browser wants to see.
 *
 * @param path decoded, begins with a slash
 * @param query the first value of each parameter
 * @param user who looks, as the proxy says; empty if it does not say
 */
record Request(String path, Map<String, String> query, Optional<String> user) {}

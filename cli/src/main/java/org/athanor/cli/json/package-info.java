// SPDX-License-Identifier: Apache-2.0
/** Writing JSON: {@link org.athanor.cli.json.JsonWriter}. */
package org.athanor.cli.json;

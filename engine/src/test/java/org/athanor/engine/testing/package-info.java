// SPDX-License-Identifier: Apache-2.0
/**
 * What the engine's tests share, such as random records. Imports nothing of the engine's inside.
 */
package org.athanor.engine.testing;

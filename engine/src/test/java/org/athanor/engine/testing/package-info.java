// SPDX-License-Identifier: Apache-2.0
/** Code that the engine's tests share. It must not import internal classes of the engine. */
package org.athanor.engine.testing;

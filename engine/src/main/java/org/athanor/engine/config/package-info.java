// SPDX-License-Identifier: Apache-2.0
/**
 * The engine's settings. Each key is declared once and read once. Entry classes: {@link
 * org.athanor.engine.config.EngineKeys}, {@link org.athanor.engine.config.EngineSettings}.
 */
package org.athanor.engine.config;

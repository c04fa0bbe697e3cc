// SPDX-License-Identifier: Apache-2.0
package org.athanor.web;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Lets clients pass that know the token: programs with each request, browsers once, after which
 * they have a cookie. Immutable.
 */
final class Gate {
  private static final String PARAMETER = "token";
  private static final String BEARER = "bearer ";
  private static final int SEE_OTHER = 303;
  private static final int UNAUTHORIZED = 401;

  private static final String STYLE =
      ":root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;"
          + "margin:10vh auto;padding:0 1rem}input,button{font:inherit;padding:.4rem .6rem}"
          + "input{width:100%;box-sizing:border-box;margin:.3rem 0 .6rem}";

  private static final String POLICY =
      "default-src 'none'; style-src 'sha256-"
          + hash(STYLE)
          + "'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  private static final String FORM =
      "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8>"
          + "<meta name=viewport content=\"width=device-width,initial-scale=1\">"
          + "<link rel=icon href=\"data:,\"><title>Token · Athanor</title><style>"
          + STYLE
          + "</style></head>\n<body><h1>Token</h1><form action=\"/\">"
          + "<label for=token>The daemon says in which file it is.</label>"
          + "<input id=token name=token type=password autocomplete=off required autofocus>"
          + "<button>Show</button></form></body></html>\n";

  private final AccessToken token;
  private final String cookie;

  /**
   * Makes a gate.
   *
   * @param port of the server; browsers send a host's cookies to all its ports, so each server has
   *     a cookie of its own
   */
  Gate(AccessToken token, int port) {
    this.token = token;
    this.cookie = "athanor-" + port;
  }

  /**
   * What stops a request.
   *
   * @param authorization headers of that name
   * @param cookies headers of that name
   * @param isBrowser whether it would rather have a page than plain text
   * @return empty if it may pass
   */
  Optional<Answer> stop(
      Request request, List<String> authorization, List<String> cookies, boolean isBrowser) {
    String given = request.query().get(PARAMETER);
    if (given != null && token.is(given)) {
      // Away from the address that has the token in it. Two slashes would name another host.
      String path = request.path().matches("/[A-Za-z0-9][A-Za-z0-9._/-]*") ? request.path() : "/";
      return Optional.of(
          Answer.text(SEE_OTHER, "")
              .with("Location", path)
              .with(
                  "Set-Cookie",
                  cookie + "=" + token.cookie() + "; Path=/; HttpOnly; SameSite=Strict"));
    }
    if (authorization.stream().anyMatch(this::isToken)
        || cookies.stream().flatMap(Gate::parts).anyMatch(this::isCookie)) {
      return Optional.empty();
    }
    Answer answer =
        isBrowser
            ? Answer.html(UNAUTHORIZED, FORM, POLICY)
            : Answer.text(UNAUTHORIZED, "give the token: Authorization: Bearer TOKEN\n");
    return Optional.of(answer.with("WWW-Authenticate", "Bearer realm=\"athanor\""));
  }

  private boolean isToken(String header) {
    return header.regionMatches(true, 0, BEARER, 0, BEARER.length())
        && token.is(header.substring(BEARER.length()).strip());
  }

  private static Stream<String> parts(String header) {
    return Stream.of(header.split(";")).map(String::strip);
  }

  private boolean isCookie(String part) {
    return part.startsWith(cookie + "=") && token.isCookie(part.substring(cookie.length() + 1));
  }

  private static String hash(String style) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each Java has SHA-256
    }
  }
}

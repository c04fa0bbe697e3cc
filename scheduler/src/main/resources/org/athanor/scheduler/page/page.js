// SPDX-License-Identifier: Apache-2.0
"use strict";
// Shows the page again every few seconds, and leaves open what is open. Without scripts, the page reloads itself.
(() => {
  const SECONDS = 5;
  const lost = document.getElementById("lost");
  async function look() {
    let ended = false;
    if (!document.hidden) {
      try {
        const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
        if (!answer.ok) throw new Error(answer.status);
        const next = new DOMParser().parseFromString(await answer.text(), "text/html");
        const open = [...document.querySelectorAll("details[open]")].map((each) => each.id);
        const scrolled = [...document.querySelectorAll(".scroll")].map((each) => [each.scrollLeft, each.scrollTop]);
        for (const part of ["header", "main", "footer"]) {
          document.querySelector(part).replaceWith(next.querySelector(part));
        }
        for (const id of open) {
          const details = document.getElementById(id);
          if (details) details.open = true;
        }
        document.querySelectorAll(".scroll").forEach((each, i) => {
          if (scrolled[i]) [each.scrollLeft, each.scrollTop] = scrolled[i];
        });
        ended = next.querySelector("script") === null;
        lost.hidden = true;
      } catch (e) {
        lost.hidden = false;
      }
    }
    if (!ended) setTimeout(look, SECONDS * 1000);
  }
  setTimeout(look, SECONDS * 1000);
})();

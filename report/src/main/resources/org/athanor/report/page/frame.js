function startTheme() {
  const button = find("#theme");
  const names = { auto: "Colours: system", light: "Colours: light", dark: "Colours: dark" };
  const set = (theme) => {
    button.textContent = names[theme];
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
  };
  const order = ["auto", "light", "dark"];
  const wanted = asked.get("theme") || new URLSearchParams(location.search).get("theme");
  let theme = order.includes(wanted) ? wanted : "auto";
  set(theme);
  keep("theme", () => (theme === "auto" ? "" : theme));
  button.addEventListener("click", () => {
    set((theme = order[(order.indexOf(theme) + 1) % order.length]));
    remember();
  });
}

function startNavigation() {
  findAll("nav li").forEach((item) => {
    if (!find(find("a", item).getAttribute("href"))) item.remove();
  });
  const links = new Map(findAll("nav a").map((link) => [link.getAttribute("href").slice(1), link]));
  const watch = new IntersectionObserver(
    (entries) => entries.forEach((entry) => {
      if (!entry.isIntersecting) return;
      links.forEach((link) => link.classList.remove("here"));
      const link = links.get(entry.target.id);
      if (link) link.classList.add("here");
    }),
    { rootMargin: "-20% 0px -70% 0px" },
  );
  findAll("main section").forEach((section) => watch.observe(section));
}

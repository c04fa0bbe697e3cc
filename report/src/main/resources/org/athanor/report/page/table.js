function startTables() {
  findAll("table.sortable").forEach((table) => {
    const body = table.tBodies[0];
    findAll("thead th", table).forEach((heading, column) => {
      const button = make("button", { type: "button" }, heading.textContent);
      heading.replaceChildren(button);
      button.addEventListener("click", () => {
        const down = heading.getAttribute("aria-sort") === "ascending";
        findAll("thead th", table).forEach((other) => other.removeAttribute("aria-sort"));
        heading.setAttribute("aria-sort", down ? "descending" : "ascending");
        const value = (row) => row.cells[column].dataset.v ?? row.cells[column].textContent;
        const order = (a, b) => value(a) === "–" ? 1 : value(b) === "–" ? -1 : (down ? -1 : 1) * (Number.isNaN(value(a) - value(b)) ? value(a).localeCompare(value(b)) : value(a) - value(b));
        body.append(...[...body.rows].sort(order));
      });
    });
  });
}

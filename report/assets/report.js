"use strict";

// Tables sort by their headers: by click, and by keyboard since a header becomes a button.
for (const table of document.querySelectorAll("table.sorts")) {
  const headers = [...table.tHead.rows[0].cells];
  headers.forEach((header, place) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...header.childNodes);
    header.append(button);
    button.addEventListener("click", () => {
      const numeric = header.classList.contains("number");
      const was = header.getAttribute("aria-sort");
      const order = was ? (was === "ascending" ? "descending" : "ascending")
        : numeric ? "descending" : "ascending";
      for (const other of headers) other.removeAttribute("aria-sort");
      header.setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      const key = (row) => {
        const cell = row.cells[place];
        if (!numeric) return cell.textContent;
        return cell.dataset.value === undefined ? NaN : Number(cell.dataset.value);
      };
      const body = table.tBodies[0];
      const rows = [...body.rows].map((row) => [key(row), row]);
      rows.sort(([a], [b]) => {
        if (!numeric) return sign * a.localeCompare(b);
        // What has no number stands last in either order.
        if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b);
        return sign * (a - b);
      });
      body.append(...rows.map(([, row]) => row));
    });
  });
}

// A link into a folded section unfolds it.
function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = target && target.closest("details");
  if (folded) {
    folded.open = true;
    target.scrollIntoView();
  }
}
addEventListener("hashchange", unfold);
unfold();

// Paper has no folds.
let folded = [];
addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("details:not([open])")];
  for (const details of folded) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of folded) details.open = false;
});

for (const button of document.querySelectorAll("button[data-folds]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const all = [...document.querySelectorAll(`#${button.dataset.folds} details`)];
    const open = all.some((details) => !details.open);
    for (const details of all) details.open = open;
    button.textContent = open ? "Fold all" : "Unfold all";
  });
}

// Heat maps read out the cell under the pointer, or under the cursor that the arrow keys move.
for (const map of document.querySelectorAll("svg.heat")) {
  const { left, top, size } = map.dataset;
  const [x0, y0, cell] = [left, top, size].map(Number);
  const names = [...map.querySelectorAll("text.row")].map((text) => text.dataset.name ?? text.textContent);
  const values = map.dataset.values.split(" ");
  const count = names.length;
  const output = document.getElementById(map.dataset.output);
  const cursor = map.querySelector(".cursor");
  let [row, column] = [1, 0];
  const show = () => {
    cursor.setAttribute("x", x0 + column * cell);
    cursor.setAttribute("y", y0 + row * cell);
    if (row === column) {
      output.textContent = names[row];
      return;
    }
    const [low, high] = row < column ? [row, column] : [column, row];
    output.textContent = `${names[row]} × ${names[column]}: ${values[(high * (high - 1)) / 2 + low]}`;
  };
  map.addEventListener("pointermove", (event) => {
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
    const [x, y] = [Math.floor((place.x - x0) / cell), Math.floor((place.y - y0) / cell)];
    if (x < 0 || y < 0 || x >= count || y >= count) return;
    [row, column] = [y, x];
    show();
  });
  map.addEventListener("keydown", (event) => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    row = Math.min(count - 1, Math.max(0, row + step[0]));
    column = Math.min(count - 1, Math.max(0, column + step[1]));
    show();
  });
  map.addEventListener("focus", show);
}

// A network shows the arrows of the attribute under the pointer.
for (const vertex of document.querySelectorAll("g.vertex[data-place]")) {
  const all = [...vertex.parentNode.querySelectorAll(".edge")];
  const place = vertex.dataset.place;
  const into = all.filter((edge) => edge.dataset.to === place);
  const parents = new Map(into.map((edge) => [edge.dataset.from, Number(edge.dataset.depth)]));
  const touched = all.filter((edge) => edge.dataset.from === place || edge.dataset.to === place
    || (edge.dataset.to === undefined && Number(edge.dataset.depth) < parents.get(edge.dataset.from)));
  vertex.addEventListener("pointerenter", () => touched.forEach((edge) => edge.classList.add("lit")));
  vertex.addEventListener("pointerleave", () => touched.forEach((edge) => edge.classList.remove("lit")));
}

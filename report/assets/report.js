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

// A link into a folded part unfolds it.
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

// The navigation marks the section that is being read.
const links = new Map([...document.querySelectorAll("nav a")].map((link) => [link.hash.slice(1), link]));
const list = document.querySelector("nav ul");
const reading = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    const current = links.get(target.getAttribute("aria-labelledby"));
    for (const link of links.values()) link.removeAttribute("aria-current");
    current.setAttribute("aria-current", "true");
    list.scrollLeft = current.offsetLeft - list.offsetLeft - 40;
  }
}, { rootMargin: "-20% 0px -75% 0px" });
for (const section of document.querySelectorAll("main > section")) reading.observe(section);

// The search shows only what is about columns with such a name.
const search = document.querySelector("input[data-filter]");
if (search) {
  search.parentElement.hidden = false;
  const told = document.querySelector("[data-filter-count]");
  const plain = (text) => text.normalize("NFKC").toLowerCase();
  const all = [...document.querySelectorAll("[data-filter-name]")].map((one) => [plain(one.dataset.filterName), one]);
  const nothing = document.querySelector(".nothing");
  const first = document.getElementById("columns");
  const filter = () => {
    const wanted = plain(search.value.trim());
    let shown = 0;
    for (const [name, one] of all) {
      const fits = name.includes(wanted);
      if (one.hidden === fits) one.hidden = !fits;
      if (fits) shown += 1;
    }
    nothing.hidden = shown > 0;
    told.textContent = wanted === "" ? "" : `${shown} of ${all.length}`;
  };
  search.addEventListener("input", () => {
    filter();
    // What was found may be far below.
    if (search.value !== "" && first.getBoundingClientRect().top > innerHeight / 2) first.scrollIntoView();
  });
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    search.value = "";
    filter();
  });
}

// Heat maps side by side read out the cell under the pointer, or the one that the arrow keys have moved to.
const tip = document.createElement("div");
tip.className = "tip";
tip.id = "reading";
tip.setAttribute("role", "status");
tip.hidden = true;
document.body.append(tip);
for (const group of document.querySelectorAll(".maps")) {
  const names = (text) => text.split("\n");
  const [down, across] = [names(group.dataset.down), names(group.dataset.across)];
  const maps = [...group.querySelectorAll("svg.heat")].map((svg) => {
    const { says } = svg.dataset;
    const [left, top, wide, high] = ["left", "top", "wide", "high"].map((name) => Number(svg.dataset[name]));
    return { svg, says, left, top, wide, high, cursor: svg.querySelector(".cursor"), values: null };
  });
  let [row, column] = [0, across.length > 1 ? 1 : 0];
  const show = (map) => {
    const reading = maps.map((one) => {
      one.values ??= one.svg.dataset.values.split(" ");
      one.cursor.setAttribute("x", one.left + column * one.wide);
      one.cursor.setAttribute("y", one.top + row * one.high);
      one.cursor.classList.add("shown");
      return `${one.says} ${one.values[row * across.length + column]}`;
    });
    tip.textContent = `${down[row]} × ${across[column]}: ${reading.join(", ")}`;
    tip.hidden = false;
    // Next to the cell, on the page, and never outside of the window.
    const cell = map.cursor.getBoundingClientRect();
    const box = tip.getBoundingClientRect();
    const x = Math.min(Math.max(cell.right + 8, 8), document.documentElement.clientWidth - box.width - 8);
    const y = cell.bottom + 8 + box.height > innerHeight ? cell.top - box.height - 8 : cell.bottom + 8;
    tip.style.left = `${Math.max(x, 8)}px`;
    tip.style.top = `${y}px`;
  };
  const hide = () => {
    tip.hidden = true;
    for (const one of maps) one.cursor.classList.remove("shown");
  };
  for (const map of maps) {
    map.svg.addEventListener("pointermove", (event) => {
      const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.svg.getScreenCTM().inverse());
      const [x, y] = [Math.floor((place.x - map.left) / map.wide), Math.floor((place.y - map.top) / map.high)];
      if (x < 0 || y < 0 || x >= across.length || y >= down.length) return hide();
      [row, column] = [y, x];
      show(map);
    });
    map.svg.addEventListener("pointerleave", hide);
    map.svg.addEventListener("blur", hide);
    map.svg.addEventListener("focus", () => show(map));
    map.svg.addEventListener("keydown", (event) => {
      if (event.key === "Escape") return hide();
      const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
      if (!step) return;
      event.preventDefault();
      row = Math.min(down.length - 1, Math.max(0, row + step[0]));
      column = Math.min(across.length - 1, Math.max(0, column + step[1]));
      show(map);
    });
  }
}

// A large drawing is enlarged and moved by its view box: by buttons, by dragging, and by keys.
for (const figure of document.querySelectorAll("figure.pans")) {
  const frame = figure.querySelector("[data-pans]");
  const svg = frame.querySelector("svg");
  const { width, height } = svg.viewBox.baseVal;
  let view = { x: 0, y: 0, scale: 1 };
  const draw = () => {
    const [wide, high] = [width / view.scale, height / view.scale];
    view.x = Math.min(Math.max(view.x, 0), width - wide);
    view.y = Math.min(Math.max(view.y, 0), height - high);
    svg.setAttribute("viewBox", `${view.x} ${view.y} ${wide} ${high}`);
  };
  // The middle stays where it is, or what is under the pointer.
  const zoom = (times, at = { x: 0.5, y: 0.5 }) => {
    const before = view.scale;
    view.scale = Math.min(Math.max(before * times, 1), 12);
    view.x += at.x * (width / before - width / view.scale);
    view.y += at.y * (height / before - height / view.scale);
    draw();
  };
  const all = () => {
    view = { x: 0, y: 0, scale: 1 };
    draw();
  };
  const tools = figure.querySelector(".tools");
  tools.hidden = false;
  const actions = { in: () => zoom(1.5), out: () => zoom(1 / 1.5), all };
  for (const button of tools.querySelectorAll("button")) button.addEventListener("click", actions[button.dataset.zoom]);
  frame.addEventListener("keydown", (event) => {
    const step = 0.15 / view.scale;
    const moves = { ArrowUp: [0, -step], ArrowDown: [0, step], ArrowLeft: [-step, 0], ArrowRight: [step, 0] };
    const move = moves[event.key];
    if (move && view.scale > 1) {
      view.x += move[0] * width;
      view.y += move[1] * height;
      draw();
    } else if (event.key === "+" || event.key === "=") zoom(1.5);
    else if (event.key === "-") zoom(1 / 1.5);
    else if (event.key === "0") all();
    else return;
    event.preventDefault();
  });
  frame.addEventListener("wheel", (event) => {
    // A bare wheel scrolls the page.
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const box = svg.getBoundingClientRect();
    const at = { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
    zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, at);
  }, { passive: false });
  let from = null;
  frame.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || view.scale === 1) return;
    from = { x: event.clientX, y: event.clientY };
    frame.setPointerCapture(event.pointerId);
  });
  frame.addEventListener("pointermove", (event) => {
    if (!from) return;
    const pixel = svg.getScreenCTM().a;
    view.x -= (event.clientX - from.x) / pixel;
    view.y -= (event.clientY - from.y) / pixel;
    from = { x: event.clientX, y: event.clientY };
    draw();
  });
  for (const end of ["pointerup", "pointercancel"]) frame.addEventListener(end, () => { from = null; });
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

// Boxes: what sticks out, what is cut and what lies over something else. Returns complaints by check, and counts.
() => {
  const { look } = globalThis;
  const grace = 1;
  const found = { overflow: [], text: [], svg: [], overlap: [] };
  const counts = { elements: 0, texts: 0, svgTexts: 0, siblings: 0 };
  const width = document.documentElement.clientWidth;
  const say = (check, text) => found[check].push(text);

  // The document does not scroll sideways, and nothing sticks out of it but in what scrolls, or is cut, by intent.
  if (document.documentElement.scrollWidth > width) {
    say("overflow", `the page is ${document.documentElement.scrollWidth} wide in a window of ${width}`);
  }
  const cuts = (element) => look.scrolls(element) || getComputedStyle(element).overflowX !== "visible";
  const elements = [...document.body.querySelectorAll("*")].filter((element) => !element.closest("svg svg, svg > *"));
  for (const element of elements) {
    if (!look.visible(element)) continue;
    counts.elements += 1;
    const box = element.getBoundingClientRect();
    if ((box.right > width + grace || box.left < -grace) && !look.within(element, cuts)) {
      say("overflow", `${look.name(element)} reaches from ${box.left | 0} to ${box.right | 0} in a window of ${width}`);
    }
    // Nothing to read is cut off without a sign.
    const style = getComputedStyle(element);
    if (["hidden", "clip"].includes(style.overflowX) && style.textOverflow !== "ellipsis" && !look.scrolls(element)
      && element.localName !== "svg" && element.innerText?.trim() && element.scrollWidth > element.clientWidth + grace) {
      say("text", `${look.name(element)} is cut: ${element.scrollWidth} wide in ${element.clientWidth}`);
    }
  }

  // A text stays in the block that it stands in.
  for (const node of look.texts(document.body)) {
    let block = node.parentElement;
    if (!look.visible(block)) continue;
    counts.texts += 1;
    while (getComputedStyle(block).display === "inline" || getComputedStyle(block).display === "contents") {
      block = block.parentElement;
    }
    if (cuts(block)) continue;
    const box = block.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      if (line.width > 0 && (line.right > box.right + grace || line.left < box.left - grace)) {
        say("text", `'${node.data.trim().slice(0, 40)}' sticks out of ${look.name(block)}`);
        break;
      }
    }
  }

  // Texts in one drawing do not lie over each other, and none is cut by its edge.
  const axes = (quad) => [[quad[0], quad[1]], [quad[1], quad[2]]].map(([from, to]) => {
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    return [(to.x - from.x) / length, (to.y - from.y) / length];
  });
  const span = (quad, [x, y]) => {
    const along = quad.map((point) => point.x * x + point.y * y);
    return [Math.min(...along), Math.max(...along)];
  };
  // By separating axes: two rectangles that do not touch have a gap along a side of one of them.
  const overlap = (one, other) => [...axes(one), ...axes(other)].every((axis) => {
    const [[from, to], [start, end]] = [span(one, axis), span(other, axis)];
    return Math.min(to, end) - Math.max(from, start) > grace;
  });
  for (const svg of look.svgs()) {
    const frame = svg.getBoundingClientRect();
    const inks = look.svgTexts(svg).map((text) => {
      const quad = look.ink(text);
      const [[left, right], [top, bottom]] = [span(quad, [1, 0]), span(quad, [0, 1])];
      return { text, quad, left, right, top, bottom };
    });
    counts.svgTexts += inks.length;
    for (const { text, left, right, top, bottom } of svg.closest("[data-pans]") ? [] : inks) {
      if (left < frame.left - grace || right > frame.right + grace || top < frame.top - grace
        || bottom > frame.bottom + grace) say("svg", `${look.name(text)} is cut by the edge of ${look.name(svg).split(" ")[0]}`);
    }
    inks.sort((one, other) => one.left - other.left);
    inks.forEach((one, place) => {
      for (const other of inks.slice(place + 1)) {
        if (other.left > one.right) break;
        if (other.top < one.bottom && one.top < other.bottom && overlap(one.quad, other.quad)) {
          say("svg", `${look.name(one.text)} and ${look.name(other.text)} lie over each other`);
        }
      }
    });
  }

  // Neighbours in flow: sections, cards, rows and cells.
  for (const parent of [document.body, ...elements]) {
    if (parent.localName === "svg" || parent.matches("[data-stacks]")) continue;
    const boxes = [...parent.children].filter((child) => {
      const style = getComputedStyle(child);
      return ["static", "relative"].includes(style.position) && style.float === "none"
        && !["inline", "contents"].includes(style.display) && look.visible(child);
    }).map((child) => ({ child, box: child.getBoundingClientRect() }));
    counts.siblings += boxes.length;
    boxes.sort((one, other) => one.box.top - other.box.top);
    boxes.forEach(({ child, box }, place) => {
      for (const other of boxes.slice(place + 1)) {
        if (other.box.top > box.bottom - grace) break;
        if (Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > grace
          && Math.min(box.bottom, other.box.bottom) - other.box.top > grace) {
          say("overlap", `${look.name(child)} and ${look.name(other.child)} lie over each other`);
        }
      }
    });
  }
  return { found, counts };
}

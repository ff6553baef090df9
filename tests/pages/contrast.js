// Contrast as WCAG 2.2 asks for it: 4.5 of text, 3 of large text and of the marks of a chart. What was looked at is
// counted, and so is what cannot be told.
(marks) => {
  const { look } = globalThis;
  const found = [];
  const counts = { texts: 0, svgTexts: 0, marks: 0, skipped: 0 };
  const compare = (element, ink, below, least, what) => {
    const seen = look.over([...ink.slice(0, 3), ink[3] * look.opacity(element)], below);
    const ratio = look.contrast(seen, below);
    if (ratio < least) found.push(`${what} ${look.name(element)}: ${ratio.toFixed(2)}, of at least ${least}`);
  };
  const least = (style) => {
    const size = parseFloat(style.fontSize);
    return size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
  };

  const bearers = new Set([...look.texts(document.body)].map((node) => node.parentElement));
  for (const field of document.querySelectorAll("input, select, textarea")) bearers.add(field);
  for (const element of bearers) {
    if (!look.visible(element) || element.matches(":disabled, :disabled *")) continue;
    const style = getComputedStyle(element);
    const below = look.background(element);
    if (!below) {
      counts.skipped += 1;
      continue;
    }
    counts.texts += 1;
    compare(element, look.colour(style.color), below, least(style), "text");
    if (element.placeholder) {
      compare(element, look.colour(getComputedStyle(element, "::placeholder").color), below, 4.5, "placeholder of");
    }
  }

  for (const svg of look.svgs()) {
    const page = look.background(svg);
    const shapes = [...svg.querySelectorAll("rect, circle, ellipse, path, polygon")]
      .filter((shape) => !shape.closest("defs, marker, clipPath, mask, symbol")
        && getComputedStyle(shape).fill !== "none" && shape.checkVisibility({ visibilityProperty: true }))
      .map((shape) => ({ shape, box: shape.getBoundingClientRect() }));
    for (const text of look.svgTexts(svg)) {
      const style = getComputedStyle(text);
      const corners = look.ink(text);
      const between = (share, along) => ({
        x: corners[0].x + (corners[1].x - corners[0].x) * share + (corners[3].x - corners[0].x) * along,
        y: corners[0].y + (corners[1].y - corners[0].y) * share + (corners[3].y - corners[0].y) * along,
      });
      // A halo is what a text stands on.
      const halo = style.paintOrder.startsWith("stroke") && style.stroke !== "none" && parseFloat(style.strokeWidth) >= 2;
      let worst = null;
      for (const point of [between(0.1, 0.5), between(0.5, 0.5), between(0.9, 0.5)]) {
        let below = page;
        for (const { shape, box } of halo ? [] : shapes) {
          if (point.x < box.left || point.x > box.right || point.y < box.top || point.y > box.bottom) continue;
          if (!(text.compareDocumentPosition(shape) & Node.DOCUMENT_POSITION_PRECEDING)) continue;
          const local = new DOMPoint(point.x, point.y).matrixTransform(shape.getScreenCTM().inverse());
          if (!shape.isPointInFill(local)) continue;
          const painted = getComputedStyle(shape);
          if (painted.fill.startsWith("url(")) below = null;
          const alpha = Number(painted.fillOpacity) * look.opacity(shape);
          const colour = look.colour(painted.fill);
          below = below && look.over([...colour.slice(0, 3), colour[3] * alpha], below);
        }
        if (halo) below = look.colour(style.stroke).slice(0, 3);
        if (!below) continue;
        const ratio = look.contrast(look.colour(style.fill), below);
        if (!worst || ratio < worst.ratio) worst = { ratio, below };
      }
      if (!worst || style.fill.startsWith("url(")) {
        counts.skipped += 1;
        continue;
      }
      counts.svgTexts += 1;
      compare(text, look.colour(style.fill), worst.below, least(style), "svg text");
    }

    // A mark is seen by its filling or by its line.
    for (const mark of svg.querySelectorAll(marks)) {
      const style = getComputedStyle(mark);
      if (!page || !mark.checkVisibility({ visibilityProperty: true }) || mark.closest("defs")) continue;
      const paints = [style.fill, style.stroke].filter((paint) => paint !== "none" && !paint.startsWith("url("));
      if (paints.length === 0) continue;
      counts.marks += 1;
      const ratios = paints.map((paint) => look.contrast(look.over(look.colour(paint), page), page));
      if (Math.max(...ratios) < 3) {
        found.push(`mark ${look.name(mark)}: ${Math.max(...ratios).toFixed(2)}, of at least 3`);
      }
    }
  }
  return { found, counts };
}

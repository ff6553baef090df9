// Follows links within the page, at most so many: afterwards the heading they lead to is in view, and nothing covers it.
async (most) => {
  const { look } = globalThis;
  const links = new Map();
  for (const link of document.querySelectorAll("a[href^='#']")) {
    if (link.checkVisibility() && !links.has(link.hash)) links.set(link.hash, link);
  }
  const all = [...links];
  const step = Math.max(1, all.length / most);
  const chosen = Array.from({ length: Math.min(most, all.length) }, (_, place) => all[Math.floor(place * step)]);
  const found = [];
  for (const [hash, link] of chosen) {
    const target = document.getElementById(decodeURIComponent(hash.slice(1)));
    if (!target) {
      found.push(`${look.name(link)} leads to ${hash}, which is not there`);
      continue;
    }
    link.click();
    await look.settled();
    const headings = "h1, h2, h3, h4, h5, h6, summary";
    const heading = target.matches(headings) ? target : target.querySelector(headings) ?? target;
    const box = heading.getBoundingClientRect();
    const bottom = Math.min(box.bottom, box.top + 40);
    if (box.height === 0 || box.top < -1 || bottom > innerHeight + 1) {
      found.push(`${look.name(heading)} is not in view after ${hash}: at ${box.top | 0} of ${innerHeight}`);
      continue;
    }
    const [left, right] = [Math.max(box.left, 0) + 3, Math.min(box.right, innerWidth) - 3];
    for (const x of [left, (left + right) / 2, right]) {
      for (const y of [box.top + 2, (box.top + bottom) / 2, bottom - 2]) {
        const above = document.elementFromPoint(x, Math.min(Math.max(y, 0), innerHeight - 1));
        if (above && !above.contains(heading) && !heading.contains(above) && !found.at(-1)?.includes(`after ${hash}:`)) {
          found.push(`${look.name(heading)} is covered after ${hash}: by ${look.name(above)}`);
        }
      }
    }
  }
  return { found, counts: { anchors: chosen.length } };
}

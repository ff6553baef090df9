// Marks what Tab must reach, in order, with how each looks while it has no focus; gives back how many.
() => {
  const { look } = globalThis;
  const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")];
  const groups = new Set();
  const stops = all.filter((element) => {
    if (element.tabIndex < 0 || element.disabled || element.closest("[inert]")) return false;
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    if (element.type !== "radio") return true;
    // Tab reaches one radio button of a group.
    const group = [...document.getElementsByName(element.name)];
    const one = group.find((radio) => radio.checked) ?? group[0];
    return one === element && !groups.has(element.name) && groups.add(element.name);
  });
  look.stops = stops;
  look.bearers = (element) => [element, element.closest("label") ?? element.labels?.[0], element.parentElement].filter(Boolean);
  look.dress = (element) => look.bearers(element).map((bearer) => {
    const style = getComputedStyle(bearer);
    const outline = style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 1 ? "none"
      : `${style.outlineStyle} ${style.outlineWidth} ${style.outlineColor}`;
    return [outline, style.boxShadow];
  });
  look.plain = new Map(stops.map((element) => [element, JSON.stringify(look.dress(element))]));
  // Where the focus is: its place among the stops (-1: another element, null: none), and what is wrong with it.
  look.focus = () => {
    const element = document.activeElement;
    if (!element || element === document.body || element === document.documentElement) return { place: null, wrong: [] };
    const wrong = [];
    const dress = look.dress(element);
    // The ring of a ring's own element, or of what stands for it: its label, or what holds it.
    const ring = dress.some(([outline, shadow]) => outline !== "none" || shadow !== "none")
      && JSON.stringify(dress) !== look.plain.get(element);
    if (!ring) wrong.push(`${look.name(element)} shows no focus`);
    const bearer = look.bearers(element)[dress.findIndex(([outline]) => outline !== "none")];
    const style = bearer && getComputedStyle(bearer);
    const below = bearer && look.background(bearer.parentElement ?? bearer);
    if (below && style.outlineStyle !== "auto" && look.contrast(look.over(look.colour(style.outlineColor), below), below) < 3) {
      wrong.push(`${look.name(element)} shows its focus with too little contrast`);
    }
    const box = element.getBoundingClientRect();
    if (box.width > 2 && box.height > 2) {
      const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
      const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
      const points = [0.05, 0.5, 0.95].flatMap((x) => [0.05, 0.5, 0.95].map((y) => [left + (right - left) * x, top + (bottom - top) * y]));
      const lies = ([x, y]) => {
        const above = document.elementFromPoint(x, y);
        return above && (element.contains(above) || above.contains(element));
      };
      if (bottom <= top || right <= left || !points.some(lies)) wrong.push(`${look.name(element)} has the focus, but is out of sight`);
    }
    return { place: stops.indexOf(element), wrong };
  };
  return stops.length;
}

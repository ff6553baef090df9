// What the checks in a page share: names for complaints, what can be seen, boxes, colours. Run once in each page.
() => {
  const look = {};
  globalThis.look = look;

  // How a complaint names an element.
  look.name = (element) => {
    const text = (element.textContent ?? "").trim().replace(/\s+/g, " ");
    const classes = [...element.classList].map((name) => `.${name}`).join("");
    const section = element.closest("section")?.querySelector("h2")?.textContent;
    return `${element.localName}${element.id ? `#${element.id}` : ""}${classes}`
      + (text ? ` '${text.length > 40 ? `${text.slice(0, 40)}…` : text}'` : "")
      + (section ? ` in '${section}'` : "");
  };

  look.settled = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

  // Laid out, not transparent, and not text for screen readers alone (at most one pixel, or cut away).
  look.visible = (element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && !look.forReadersAlone(element);
  };
  look.forReadersAlone = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      if (at.matches(".skip:not(:focus)")) return true;
      const style = getComputedStyle(at);
      if (style.clipPath === "inset(50%)" || (style.clip !== "auto" && style.position === "absolute")) return true;
    }
    return false;
  };

  // Where more than fits is meant to be: it scrolls, or it pans.
  look.scrolls = (element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX)
    || element.matches("[data-pans]");
  look.within = (element, test) => {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) if (test(at)) return at;
    return null;
  };

  look.texts = function* texts(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (walker.currentNode.data.trim() && !parent.matches("script, style, title, template, option")
        && !parent.closest("svg")) yield walker.currentNode;
    }
  };

  // The corners of what an SVG text inks, on the screen: rotated text has a rotated box.
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  look.ink = (text) => {
    const style = getComputedStyle(text);
    canvas.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = canvas.measureText(text.textContent);
    const { x, width } = text.getBBox();
    const baseline = text.getStartPositionOfChar(0).y;
    const matrix = text.getScreenCTM();
    return [[x, baseline - up], [x + width, baseline - up], [x + width, baseline + down], [x, baseline + down]]
      .map(([left, top]) => new DOMPoint(left, top).matrixTransform(matrix));
  };
  // Texts in an SVG that can be seen; lines of one text count each.
  look.svgTexts = (svg) => [...svg.querySelectorAll("text")]
    .flatMap((text) => (text.querySelector("tspan") ? [...text.querySelectorAll("tspan")] : [text]))
    .filter((text) => text.textContent.trim() && text.getNumberOfChars() && look.visible(text));
  // Those that are pictures of their own.
  look.svgs = () => [...document.querySelectorAll("svg")]
    .filter((svg) => !svg.parentElement.closest("svg") && look.visible(svg));

  // Colours as [red, green, blue, alpha], 0 to 255 and 0 to 1: drawn, so that every notation is understood.
  const known = new Map();
  look.colour = (text) => {
    if (!known.has(text)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = "#000";
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
      known.set(text, [red, green, blue, alpha / 255]);
    }
    return known.get(text);
  };
  look.over = ([r, g, b, alpha], below) => [r, g, b].map((part, place) => part * alpha + below[place] * (1 - alpha));
  // WCAG 2: relative luminance, and the ratio of two.
  const luminance = (colour) => colour.slice(0, 3)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
  look.contrast = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };

  // What is painted behind an element's content, or null where a picture is.
  look.background = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none") return null;
      const colour = look.colour(style.backgroundColor);
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] === 1) break;
    }
    const dark = getComputedStyle(document.documentElement).colorScheme.includes("dark")
      && matchMedia("(prefers-color-scheme: dark)").matches;
    return layers.reduceRight((below, layer) => look.over(layer, below), dark ? [18, 18, 18] : [255, 255, 255]);
  };
  // How much of an element is left by it and those around it.
  look.opacity = (element) => {
    let left = 1;
    for (let at = element; at; at = at.parentElement) left *= Number(getComputedStyle(at).opacity);
    return left;
  };
}

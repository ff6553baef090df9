"""Small SVG figures by hand, with the standard library alone: what the studies and the README's picture are drawn by."""
import math
import pathlib


def figure(path, panels, x_label, y_label, log_x=True):
    """Line charts, four in a row. panels: [(title, [(name, [(x, y), …]), …]), …]; a point (x, y, least, most) has a bar."""
    width, height, left, top, bottom, gap = 300, 210, 48, 26, 42, 18
    names = list(dict.fromkeys(name for _, lines in panels for name, _ in lines))
    columns = 2 * min(len(panels), 4)
    legend = 16 * math.ceil(len(names) / columns)
    total_width = min(len(panels), 4) * (width + gap) + gap
    total_height = math.ceil(len(panels) / 4) * (height + top + bottom) + legend
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{total_width}" height="{total_height}" '
             'font-family="sans-serif" font-size="10">',
             f'<rect width="{total_width}" height="{total_height}" fill="white"/>']
    for place, name in enumerate(names):
        x, y = gap + 8 + place % columns * 160, 12 + 16 * (place // columns)
        parts.append(f'<path d="M{x} {y}h18" stroke="{COLOURS[place % len(COLOURS)]}" stroke-width="2" '
                     f'stroke-dasharray="{DASHES[place // len(COLOURS) % len(DASHES)]}"/>'
                     f'<text x="{x + 22}" y="{y + 3}">{escaped(name)}</text>')
    for number, (title, lines) in enumerate(panels):
        parts += panel(title, lines, names, x_label, y_label, log_x,
                       gap + number % 4 * (width + gap) + left,
                       legend + number // 4 * (height + top + bottom) + top, width - left, height)
    parts.append("</svg>")
    pathlib.Path(path).write_text("\n".join(parts) + "\n")


def panel(title, lines, names, x_label, y_label, log_x, left, top, width, height):
    points = [point for _, line in lines for point in line]
    along = (lambda x: math.log10(x)) if log_x else (lambda x: x)
    low_x, high_x = min(along(x) for x, *_ in points), max(along(x) for x, *_ in points)
    low_y, high_y = min(0.0, *(min(ys) for _, *ys in points)), max(max(ys) for _, *ys in points) * 1.05 or 1.0
    at_x = lambda x: left + (along(x) - low_x) / ((high_x - low_x) or 1.0) * width
    at_y = lambda y: top + height - (y - low_y) / ((high_y - low_y) or 1.0) * height
    parts = [f'<text x="{left}" y="{top - 6}" font-weight="bold">{escaped(title)}</text>',
             f'<path d="M{left} {top}v{height}h{width}" fill="none" stroke="black"/>',
             f'<text x="{left + width / 2:.0f}" y="{top + height + 32}" text-anchor="middle">'
             f'{escaped(x_label)}</text>',
             f'<text transform="translate({left - 36} {top + height / 2:.0f}) rotate(-90)" '
             f'text-anchor="middle">{escaped(y_label)}</text>']
    ticks = sorted({x for x, *_ in points})
    ticks = ticks[::math.ceil(len(ticks) / 7)]
    for x in ticks:
        parts.append(f'<path d="M{at_x(x):.1f} {top + height}v4" stroke="black"/>'
                     f'<text x="{at_x(x):.1f}" y="{top + height + 15}" text-anchor="middle">{x:.3g}</text>')
    step = 10 ** math.floor(math.log10(high_y - low_y))
    step = next(s for s in (step / 5, step / 2, step, 2 * step) if (high_y - low_y) / s <= 7)
    for tick in range(math.ceil(low_y / step), math.floor(high_y / step) + 1):
        y = tick * step
        parts.append(f'<path d="M{left} {at_y(y):.1f}h{width}" stroke="#ddd"/>'
                     f'<text x="{left - 5}" y="{at_y(y) + 3:.1f}" text-anchor="end">{y:.3g}</text>')
    for name, line in lines:
        place = names.index(name)
        colour = COLOURS[place % len(COLOURS)]
        dash = DASHES[place // len(COLOURS) % len(DASHES)]
        path = "L".join(f"{at_x(x):.1f} {at_y(y):.1f}" for x, y, *_ in sorted(line))
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="1.5" '
                     f'stroke-dasharray="{dash}"/>')
        parts += [f'<circle cx="{at_x(x):.1f}" cy="{at_y(y):.1f}" r="2" fill="{colour}"/>' for x, y, *_ in line]
        parts += [f'<path d="M{at_x(x):.1f} {at_y(ends[0]):.1f}V{at_y(ends[1]):.1f}" stroke="{colour}" '
                  'stroke-opacity="0.5" stroke-width="3"/>' for x, _, *ends in line if ends]
    return parts


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")


COLOURS = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#555555"]
DASHES = ["none", "5 3", "2 2"]

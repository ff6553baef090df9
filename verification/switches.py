"""Many wrong versions of a source in one build: a function holds its right body and every wrong one, and a number chooses.

A fault that stands inside of a function's body becomes an arm of a `match` there. Which arm is taken is the number in
`PRIVET_FAULT`, read once by a crate that every instrumented one depends on. With `PRIVET_REACH=FILE` no fault is planted, and the
numbers of the functions that are called are appended to the file: a test that does not reach a function cannot notice its faults.
"""

import re

TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|b?r(\#*)".*?"\1|b?"(?:[^"\\]|\\.)*"|b?'(?:[^'\\\n]|\\(?:x..|u\{[^}]*\}|.))'|'\w+|\w+|\S""", re.S)

CRATE = "privet_switch"
MANIFEST = '[package]\nname = "privet-switch"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n'
SOURCE = """//! Which fault is planted.
#![feature(core_intrinsics, const_eval_select)]
#![allow(internal_features)]
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
const UNKNOWN: u32 = u32::MAX;
const REACH: u32 = u32::MAX - 1;
static PLANTED: AtomicU32 = AtomicU32::new(UNKNOWN);
static SEEN: [AtomicBool; 1 << 16] = [const { AtomicBool::new(false) }; 1 << 16];
/// None in a constant.
#[inline(always)]
pub const fn planted(function: u32) -> u32 {
    std::intrinsics::const_eval_select((function,), none, now)
}
const fn none(_: u32) -> u32 {
    0
}
#[inline(always)]
fn now(function: u32) -> u32 {
    let known = PLANTED.load(Relaxed);
    if known < REACH { known } else { ask(function) }
}
#[cold]
#[inline(never)]
fn ask(function: u32) -> u32 {
    if PLANTED.load(Relaxed) == UNKNOWN {
        let reach = std::env::var_os("PRIVET_REACH").is_some();
        let number = std::env::var("PRIVET_FAULT").ok().and_then(|text| text.parse().ok());
        PLANTED.store(if reach { REACH } else { number.unwrap_or(0) }, Relaxed);
    }
    if PLANTED.load(Relaxed) != REACH {
        return PLANTED.load(Relaxed);
    }
    if !SEEN[function as usize].swap(true, Relaxed) {
        let file = std::env::var_os("PRIVET_REACH").unwrap_or_default();
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(file).unwrap();
        file.write_all(format!("{function}\\n").as_bytes()).unwrap();
    }
    0
}
"""


def bodies(text):
    """Where the bodies of functions are, braces included."""
    tokens = [(found.group(), found.start()) for found in TOKEN.finditer(text)
              if not found.group().startswith(("//", "/*"))]
    closing, open_braces = {}, []
    for index, (token, _) in enumerate(tokens):
        if token == "{":
            open_braces.append(index)
        elif token == "}":
            closing[open_braces.pop()] = index
    found = []
    for index, (token, _) in enumerate(tokens):
        if token != "fn" or not re.match(r"\w", tokens[index + 1][0]):
            continue
        depth, at = 0, index
        while not (depth == 0 and tokens[at][0] in "{;"):
            depth += (tokens[at][0] in "([") - (tokens[at][0] in ")]")
            at += 1
        if tokens[at][0] == "{":
            found.append((tokens[at][1], tokens[closing[at]][1] + 1))
    return found


def innermost(functions, start, end):
    """The function whose body has this place in it; nothing where it is outside of all, or in a brace itself."""
    around = [one for one in functions if one[0] < start and end < one[1]]
    return max(around, default=None)


def instrumented(text, faults, number_of):
    """The source with all of its faults in it, each by its number, and which function each one is in.

    `faults` are (number, start, end, replacement); `number_of` numbers a function. Those outside of bodies are left out.
    """
    functions = bodies(text)
    by_function = {}
    for number, start, end, replacement in faults:
        function = innermost(functions, start, end)
        if function:
            by_function.setdefault(function, []).append((number, start, end, replacement))

    def right(start, end):
        """This part of the text, with its functions instrumented."""
        parts, at = [], start
        for function in sorted(by_function):
            if function[0] < at or function[1] > end:
                continue
            parts += [text[at:function[0]], switch(function)]
            at = function[1]
        return "".join(parts) + text[at:end]

    def switch(function):
        begin, end = function
        arms = []
        for number, start, stop, replacement in by_function[function]:
            wrong = text[begin:start] + replacement + text[stop:end]
            arms.append(f"\n/*<{number}>*/{number} => {wrong}\n/*</{number}>*/")
        # The right body is one arm more; what is inside of it may be instrumented itself.
        inner = "{" + right(begin + 1, end - 1) + "}"
        own = number_of(function)
        return f"{{ /*<f{own}>*/match ::{CRATE}::planted({own}) {{{''.join(arms)}\n_ => {inner} }}/*</f{own}>*/ }}"

    made = right(0, len(text))
    return made, {number: function for function, those in by_function.items() for number, *_ in those}


def by_line(made):
    """What each line of an instrumented source belongs to: a fault's body, else a function; the innermost of these."""
    lines, inside = {}, []
    for at, line in enumerate(made.split("\n"), 1):
        whose = list(inside)
        for end, function, number in re.findall(r"/\*<(/?)(f?)(\d+)>\*/", line):
            if end:
                inside.pop()
            else:
                inside.append((bool(function), int(number)))
                whose = list(inside)
        if whose:
            lines[at] = whose[-1]
    return lines

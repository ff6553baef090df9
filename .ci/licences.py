#!/usr/bin/env python3
"""Prints the licences of all packages that the program for a target is built from: `licences.py TARGET`.

Most of them ask for it wherever a built program is passed on. Texts that several packages share are printed once.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

LICENCE = re.compile(r"(LICEN[CS]E|COPYING|COPYRIGHT|NOTICE|UNLICENSE)([-.].*)?", re.IGNORECASE)

command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", sys.argv[1]]
metadata = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
packages = {package["id"]: package for package in metadata["packages"]}
nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}

# What is linked, and what writes parts of it (macros): not what only tests use or only the build runs.
reached = set()
to_see = [id for id, package in packages.items() if package["name"] == "privet"]
while to_see:
    id = to_see.pop()
    if id not in reached:
        reached.add(id)
        to_see += [dep["pkg"] for dep in nodes[id]["deps"] if any(kind["kind"] is None for kind in dep["dep_kinds"])]

texts, lines = {}, []
for package in sorted((packages[id] for id in reached), key=lambda package: (package["name"], package["version"])):
    if package["source"] is None:
        continue  # ours: LICENSE-MIT and LICENSE-APACHE stand beside
    label = f"{package['name']} {package['version']}"
    lines.append(f"{label}: {package['license'] or 'see below'}, {package['repository'] or package['name']}")
    root = Path(package["manifest_path"]).parent
    # Also those of C libraries that a package carries in a folder.
    for path in sorted([*root.glob("*"), *root.glob("*/*")]):
        if path.is_file() and LICENCE.fullmatch(path.name):
            text = path.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n").strip()
            texts.setdefault(text, []).append(label)

sys.stdout.reconfigure(encoding="utf-8", newline="\n")
print("Privet is built from these packages, besides Rust's standard library (MIT OR Apache-2.0, https://www.rust-lang.org)")
print("and, on Linux, musl (MIT, https://musl.libc.org). The texts of their licences follow.\n")
print("\n".join(lines))
for text, users in texts.items():
    print(f"\n{'-' * 80}\n{', '.join(dict.fromkeys(users))}:\n\n{text}")

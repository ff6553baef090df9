#!/usr/bin/env python3
"""Packs a folder as .tar.gz or .zip, the same bytes on every system: `archive.py FOLDER ARCHIVE`.

Names are sorted, owners are nobody's, every date is SOURCE_DATE_EPOCH, and only the program may be run. The
systems' own `tar` and `zip` differ in all of this.
"""

import gzip
import os
import sys
import tarfile
import time
import zipfile
from pathlib import Path

folder, archive = map(Path, sys.argv[1:])
date = int(os.environ["SOURCE_DATE_EPOCH"])
files = sorted(path.relative_to(folder.parent).as_posix() for path in folder.rglob("*") if path.is_file())


def mode(name: str) -> int:
    return 0o755 if Path(name).name in ("privet", "privet.exe") else 0o644


if archive.suffix == ".zip":
    with zipfile.ZipFile(archive, "x", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name in files:
            # The format begins in 1980, and counts every other second.
            entry = zipfile.ZipInfo(name, max(time.gmtime(date)[:6], (1980, 1, 1, 0, 0, 0)))
            entry.create_system = 3  # Unix: the upper half holds the mode
            entry.external_attr = (0o100000 | mode(name)) << 16
            out.writestr(entry, (folder.parent / name).read_bytes(), zipfile.ZIP_DEFLATED)
else:
    with archive.open("xb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=date) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as out:
            for name in files:
                entry = tarfile.TarInfo(name)
                entry.size, entry.mtime, entry.mode = (folder.parent / name).stat().st_size, date, mode(name)
                with (folder.parent / name).open("rb") as data:
                    out.addfile(entry, data)

import csv
import json
import os
import tempfile
from pathlib import Path

ORDERS = [("ann", "pears", 3), ("bob", "figs", 12), ("ann", "nuts", 7), ("céline", "figs", 1)]

with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    path = folder / "orders.csv"
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["who", "what", "count"])
        writer.writerows(ORDERS)
    print(path.stat().st_size, path.suffix, path.exists())

    totals = {}
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            totals[row["who"]] = totals.get(row["who"], 0) + int(row["count"])
    report = folder / "reports" / "totals.json"
    report.parent.mkdir()
    report.write_text(json.dumps(totals, sort_keys=True, ensure_ascii=False), encoding="utf-8")
    print(report.read_text(encoding="utf-8"), report.read_bytes()[:12])

    with open(path, "a+b") as file:
        file.write(b"dan,plums,5\r\n")
        file.seek(0)
        print(sum(1 for _ in file), file.tell())
    with open(path, "r+b") as file:
        file.seek(-5, os.SEEK_END)
        print(file.read())
        file.truncate(20)
        file.seek(4)
        file.write(b"WHAT")
    print(path.read_bytes())

    path.rename(folder / "old.csv")
    print(sorted(str(found.relative_to(folder)) for found in folder.rglob("*")))
    for work in (lambda: open(path), lambda: folder.rmdir(), lambda: report.parent.mkdir(), lambda: open(folder / "old.csv", "x"), lambda: os.listdir(folder / "old.csv")):
        try:
            work()
        except OSError as error:
            print(type(error).__name__)
print(folder.exists())

with tempfile.TemporaryFile("w+") as file:
    for number in range(1000):
        print(number * number, file=file)
    file.seek(0)
    print(sum(int(line) for line in file))

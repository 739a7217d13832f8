"""Rounds, medians, and the table they are printed in."""

import json
import statistics
import sys


def median(values):
    return statistics.median(values)


def percentile(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def p99(values):
    return percentile(values, 0.99)


def interleaved(contenders, rounds):
    """Calls every contender once a round, in turn, after one round that does not count: {name: [result]}."""
    results = {name: [] for name in contenders}
    for number in range(rounds + 1):
        for name, take in contenders.items():
            result = take()
            if number:
                results[name].append(result)
    return results


def spread(values):
    return f"{min(values):.2f}–{max(values):.2f}"


class Row:
    """One line: whose figure, its median and its spread, and what it is held against."""

    def __init__(self, name, values, against=None, ratio=None, most=None, show=median):
        self.name, self.values, self.show = name, values, show
        self.against, self.ratio, self.most = against, ratio, most

    def cells(self):
        figure = self.show(self.values)
        compared, budget, kept = "", [], None
        if self.against is not None:
            quotient = figure / self.against.show(self.against.values)
            compared = f"{quotient:.2f} × {self.against.name}"
            if self.ratio is not None:
                budget, kept = [f"≤ {self.ratio:.2f} ×"], quotient <= self.ratio
        if self.most is not None:
            budget, kept = [*budget, f"≤ {self.most:g}"], kept is not False and figure <= self.most
        verdict = {None: "", True: "kept", False: "MISSED"}[kept]
        several = len(self.values) > 1
        return [self.name, f"{figure:.2f}", spread(self.values) if several else "", compared, ", ".join(budget), verdict]


HEAD = ["", "median", "min–max", "compared", "budget", ""]
# What was held against a budget, in the order in which it was measured, for the summary.
BUDGET = []


def print_table(title, rows):
    """Prints the rows under their title with the columns aligned."""
    BUDGET.extend((title, row) for row in rows if row.ratio is not None or row.most is not None)
    lines = [[title, *HEAD[1:]], *[row.cells() for row in rows]]
    lines = [[line[0] if index == 0 else "  " + line[0], *line[1:]] for index, line in enumerate(lines)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    widths = [max(width, floor) for width, floor in zip(widths, [40, 9, 16, 26, 14, 0])]
    for line in lines:
        first, *rest = [
            cell.ljust(width) if column in (0, 5) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths))
        ]
        print("  ".join([first, *rest]).rstrip())
    print(flush=True)


def print_summary():
    """Prints every figure that has a budget in one table: ours, what it is held against, and whether it is kept."""
    lines = [["The budget", "apus", "against", "ratio", "budget", ""]]
    for title, row in BUDGET:
        figure = row.show(row.values)
        _, _, _, _, budget, verdict = row.cells()
        other, quotient = "", ""
        if row.against is not None:
            base = row.against.show(row.against.values)
            other, quotient = f"{base:.2f} {row.against.name}", f"{figure / base:.2f} ×" if base else ""
        lines.append([f"  {title}: {row.name}", f"{figure:.2f}", other, quotient, budget, verdict])
    widths = [max(len(line[column]) for line in lines) for column in range(6)]
    for line in lines:
        cells = [cell.ljust(width) if column in (0, 5) else cell.rjust(width)
                 for column, (cell, width) in enumerate(zip(line, widths))]
        print("  ".join(cells).rstrip())
    missed = sum(1 for _, row in BUDGET if row.cells()[5] == "MISSED")
    print(f"\n{len(BUDGET) - missed} of {len(BUDGET)} kept", flush=True)


def write_record(path, machine):
    """Writes what print_summary prints as JSON, one figure a line, to be kept and compared with other releases."""
    figures = []
    for title, row in BUDGET:
        figure = {"row": title, "of": row.name, "figure": round(row.show(row.values), 3)}
        if row.against is not None:
            figure |= {"beside": row.against.name, "figure of it": round(row.against.show(row.against.values), 3)}
        figures.append(figure | {"kept": row.cells()[5] == "kept"})
    lines = ",\n".join("    " + json.dumps(figure, ensure_ascii=False) for figure in figures)
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'{{\n  "machine": {json.dumps(machine)},\n  "figures": [\n{lines}\n  ]\n}}\n')


def print_absence(title, reason):
    print(f"{title}\n  not measured: {reason}\n", flush=True)


def progress(text):
    """Says on standard error what is running, where someone looks at it."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

import csv
import io
import sys
from collections import Counter, defaultdict

rows = list(csv.DictReader(sys.stdin))
totals = defaultdict(float)
for row in rows:
    totals[row['region']] += float(row['amount'] or 0)
for region, total in sorted(totals.items(), key=lambda item: (-item[1], item[0])):
    print(f'{region:<8}|{total:>12,.2f}|{total / sum(totals.values()):7.1%}')
print(Counter(row['region'] for row in rows).most_common(1), rows[1])
out = io.StringIO()
writer = csv.writer(out, quoting=csv.QUOTE_MINIMAL, lineterminator='\n')
writer.writerow(['name', 'note, with comma', 'say "hi"', 1.5, None])
writer.writerows([[1, 2], ['a\nb', '']])
print(out.getvalue())
print(list(csv.reader(['a;"b;c";d'], delimiter=';')))

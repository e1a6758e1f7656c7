import sys
import unicodedata

for line in sys.stdin:
    line = line.rstrip("\n")
    decomposed = unicodedata.normalize("NFD", line)
    plain = "".join(c for c in decomposed if not unicodedata.combining(c))
    print(len(line), len(decomposed), plain, line.upper(), line.encode("utf-8")[:6])
print(unicodedata.name("é"), unicodedata.category("€"), "\N{GREEK SMALL LETTER ALPHA}")

import re

log = "2024-01-05 ERROR disk full\n2024-01-06 INFO ok\n2024-02-01 ERROR net down"
print(re.findall(r"^(\d{4})-(\d\d)-\d\d ERROR (.*)$", log, re.M))
print(re.sub(r"(?P<y>\d+)-(?P<m>\d+)-(?P<d>\d+)", r"\g<d>.\g<m>.\g<y>", log).splitlines()[0])
print(re.split(r"[,;]\s*", "a, b;c;  d"), re.fullmatch(r"(\w+)@(\w+)\.com", "me@site.com").groups())
print([m.span() for m in re.finditer(r"(?<=a)b+", "abbb ab b")], re.sub(r"\b(\w)", lambda m: m[1].upper(), "some words here"))
print(bool(re.match(r"^(?=.*\d)(?=.*[a-z]).{6,}$", "abc123")), re.escape("a.b*c"))

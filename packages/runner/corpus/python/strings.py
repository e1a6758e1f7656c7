text = "The quick brown fox jumps over the lazy dog"
print(text.title(), text.swapcase(), text.count("o"), text.find("fox"), text[::-1])
print(text.partition(" fox "), text.rsplit(maxsplit=2), "a,b,,c".split(","))
print("-".join(sorted(set(text.lower()) - {" "})))
print("abc".center(11, "*"), "7".zfill(3), "x".ljust(4) + "|", "  y ".strip() + "|")
print("{:>8.3f}|{:<8}|{:^8}|{:+d}|{:,}|{:08b}".format(3.14159, "left", "mid", 5, 1234567, 37))
print(f"{text!r:.12} {255:#x} {0.000012345:.2e} {1 / 3:.3%}")
print("ß".upper(), "İ".lower().encode(), "straße".casefold() == "STRASSE".casefold())
print("tab\tquote\"back\\", repr("new\nline é \x00"), ascii("é€"))

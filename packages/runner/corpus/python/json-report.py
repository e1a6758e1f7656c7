import json
import sys

orders = json.load(sys.stdin)
totals = {}
for order in orders:
    for item in order["items"]:
        totals[item["name"]] = totals.get(item["name"], 0) + item["price"] * item.get("count", 1)
print(json.dumps(totals, sort_keys=True, indent=2, ensure_ascii=False))
print(json.dumps([1.0, None, True, "é\n", {"k": [1, 2]}]), json.loads('{"a": 1e3, "b": "\\u20ac"}'))
try:
    json.loads("{'a': 1}")
except json.JSONDecodeError as error:
    print(error)

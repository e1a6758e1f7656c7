from collections import OrderedDict


class Trie:
    def __init__(self):
        self.root = {}

    def add(self, word):
        node = self.root
        for letter in word:
            node = node.setdefault(letter, {})
        node['$'] = True

    def complete(self, prefix):
        node = self.root
        for letter in prefix:
            if letter not in node:
                return []
            node = node[letter]
        found = []

        def walk(node, word):
            for key in sorted(node):
                if key == '$':
                    found.append(word)
                else:
                    walk(node[key], word + key)

        walk(node, prefix)
        return found


class Cache(OrderedDict):
    def __init__(self, size):
        super().__init__()
        self.size = size

    def __getitem__(self, key):
        value = super().__getitem__(key)
        self.move_to_end(key)
        return value

    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        if len(self) > self.size:
            self.popitem(last=False)


def distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return row[-1]


trie = Trie()
for word in 'tea ten team to inn in i test'.split():
    trie.add(word)
print(trie.complete('te'), trie.complete('i'), trie.complete('x'))
cache = Cache(2)
cache['a'], cache['b'] = 1, 2
cache['a']
cache['c'] = 3
print(list(cache.items()), 'b' in cache)
print(distance('kitten', 'sitting'), distance('', 'abc'), min(['heart', 'earth', 'hearth'], key=lambda w: distance(w, 'harth')))

#include <bits/stdc++.h>
using namespace std;

int main() {
  map<string, vector<int>> groups;
  for (int n = 1; n <= 20; ++n) groups[n % 15 == 0 ? "fizzbuzz" : n % 5 == 0 ? "buzz" : n % 3 == 0 ? "fizz" : "rest"].push_back(n);
  for (const auto &[name, all] : groups) { cout << name << ':'; for (int n : all) cout << ' ' << n; cout << '\n'; }
  multiset<int> many{5, 1, 3, 3, 1};
  many.erase(many.find(3));
  cout << many.count(1) << ' ' << *many.rbegin() << ' ' << *many.lower_bound(2) << '\n';
  priority_queue<pair<int, string>, vector<pair<int, string>>, greater<>> queue;
  queue.emplace(3, "c"), queue.emplace(1, "a"), queue.emplace(2, "b");
  for (; !queue.empty(); queue.pop()) cout << queue.top().second;
  deque<int> line{1, 2, 3};
  line.push_front(0), line.pop_back();
  list<int> chain(line.begin(), line.end());
  chain.splice(chain.begin(), chain, next(chain.begin(), 2));
  for (int n : chain) cout << ' ' << n;
  cout << '\n';
  vector<int> v(10);
  iota(v.begin(), v.end(), 0);
  rotate(v.begin(), v.begin() + 3, v.end());
  partition(v.begin(), v.end(), [](int n) { return n % 2 == 0; });
  sort(v.begin(), v.begin() + 5), sort(v.begin() + 5, v.end(), greater<>());
  copy(v.begin(), v.end(), ostream_iterator<int>(cout, ","));
  cout << accumulate(v.begin(), v.end(), 0) << ' ' << inner_product(v.begin(), v.end(), v.begin(), 0) << '\n';
  string letters = "abcd";
  int permutations = 0;
  do ++permutations; while (next_permutation(letters.begin(), letters.end()));
  bitset<8> bits(0b10110);
  cout << permutations << ' ' << bits << ' ' << bits.count() << ' ' << bits.to_ulong() << ' ' << (bits << 2) << '\n';
  tuple<int, string, double> three{1, "two", 3.5};
  auto &[one, two, half] = three;
  one += 9;
  cout << get<0>(three) << two << half << ' ' << boolalpha << (three < make_tuple(10, "two", 4.0)) << '\n';
}

#include <algorithm>
#include <iostream>
#include <numeric>
#include <unordered_map>
#include <vector>

int main() {
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  int n;
  std::cin >> n;
  std::vector<int> all(n);
  for (int &one : all) std::cin >> one;
  const long long sum = std::accumulate(all.begin(), all.end(), 0LL);
  std::unordered_map<int, int> counts;
  for (int one : all) ++counts[one % 1000];
  const auto most = std::max_element(counts.begin(), counts.end(), [](auto &a, auto &b) { return a.second != b.second ? a.second < b.second : a.first > b.first; });
  std::sort(all.begin(), all.end());
  const auto last = std::unique(all.begin(), all.end());
  std::cout << n << ' ' << sum << ' ' << last - all.begin() << ' ' << most->first << ' ' << most->second << ' ' << all[1000] << '\n';
}

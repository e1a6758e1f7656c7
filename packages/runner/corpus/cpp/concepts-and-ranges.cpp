#include <algorithm>
#include <array>
#include <chrono>
#include <compare>
#include <concepts>
#include <iostream>
#include <numeric>
#include <ranges>
#include <span>
#include <string>
#include <vector>

template <typename T> concept Number = std::integral<T> || std::floating_point<T>;
template <Number T> constexpr T power(T base, unsigned exponent) { return exponent == 0 ? T{1} : exponent % 2 ? base * power(base, exponent - 1) : power(base * base, exponent / 2); }

struct Version {
  int major, minor;
  auto operator<=>(const Version &) const = default;
};

int sum(std::span<const int> all) { return std::accumulate(all.begin(), all.end(), 0); }
template <typename... All> auto joined(const All &...all) { std::string text; ((text += std::to_string(all) + '/'), ...); return text; }

int main() {
  static_assert(power(2, 10) == 1024);
  std::cout << power(3LL, 30) << ' ' << power(1.5, 3) << '\n';
  auto even = std::views::iota(1) | std::views::filter([](int n) { return n % 2 == 0; }) | std::views::transform([](int n) { return n * n; }) | std::views::take(6);
  for (int n : even) std::cout << n << ' ';
  std::vector<std::string> words{"pear", "fig", "banana", "kiwi"};
  std::ranges::sort(words, {}, &std::string::size);
  for (const auto &word : words | std::views::reverse) std::cout << word << ' ';
  std::cout << '\n' << (Version{1, 2} < Version{1, 10}) << (Version{2, 0} == Version{2, 0}) << ((Version{3, 1} <=> Version{2, 9}) > 0) << '\n';
  constexpr std::array<int, 5> fixed{5, 3, 1, 4, 2};
  std::cout << sum(fixed) << ' ' << sum(std::span(fixed).subspan(1, 3)) << ' ' << std::ranges::max(fixed) << ' ' << joined(1, 2.5, 'c') << '\n';
  using namespace std::chrono;
  const auto day = 2024y / February / 28;
  for (int n = 0; n < 3; ++n) { const year_month_day next{sys_days{day} + days{n}}; std::cout << int(next.year()) << '-' << unsigned(next.month()) << '-' << unsigned(next.day()) << ' ' << weekday{sys_days{next}}.iso_encoding() << '\n'; }
  std::cout << duration_cast<minutes>(hours{2} + 90s).count() << ' ' << (sys_days{2026y / January / 1} - sys_days{2000y / January / 1}).count() << '\n';
}

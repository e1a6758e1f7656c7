#include <algorithm>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

class Big {
  static constexpr std::uint32_t base = 1'000'000'000;
  std::vector<std::uint32_t> parts;
  void trim() { while (parts.size() > 1 && parts.back() == 0) parts.pop_back(); }
 public:
  Big(std::uint64_t value = 0) { do { parts.push_back(value % base); value /= base; } while (value); }
  friend Big operator+(const Big &a, const Big &b) {
    Big sum;
    sum.parts.assign(std::max(a.parts.size(), b.parts.size()) + 1, 0);
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < sum.parts.size(); ++i) {
      carry += (i < a.parts.size() ? a.parts[i] : 0) + std::uint64_t(i < b.parts.size() ? b.parts[i] : 0);
      sum.parts[i] = carry % base;
      carry /= base;
    }
    sum.trim();
    return sum;
  }
  friend Big operator*(const Big &a, const Big &b) {
    Big product;
    product.parts.assign(a.parts.size() + b.parts.size(), 0);
    for (std::size_t i = 0; i < a.parts.size(); ++i) {
      std::uint64_t carry = 0;
      for (std::size_t j = 0; j < b.parts.size() || carry; ++j) {
        const std::uint64_t now = product.parts[i + j] + carry + (j < b.parts.size() ? std::uint64_t(a.parts[i]) * b.parts[j] : 0);
        product.parts[i + j] = now % base;
        carry = now / base;
      }
    }
    product.trim();
    return product;
  }
  friend std::ostream &operator<<(std::ostream &out, const Big &big) {
    std::ostringstream text;
    text << big.parts.back();
    for (auto at = big.parts.rbegin() + 1; at != big.parts.rend(); ++at) text << std::setw(9) << std::setfill('0') << *at;
    return out << text.str();
  }
};

int main() {
  Big factorial = 1, power = 1, a = 0, b = 1;
  for (unsigned n = 1; n <= 50; ++n) factorial = factorial * n;
  for (int n = 0; n < 128; ++n) power = power * 2;
  for (int n = 0; n < 300; ++n) { Big next = a + b; a = b; b = next; }
  std::cout << factorial << '\n' << power << '\n' << a << '\n' << Big(0) * factorial << ' ' << power * power << '\n';
}

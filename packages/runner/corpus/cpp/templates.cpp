#include <concepts>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>
template <typename T> concept Number = std::integral<T> || std::floating_point<T>;
template <Number T> T power(T base, unsigned exponent) { T r = 1; for (; exponent; exponent >>= 1, base *= base) if (exponent & 1) r *= base; return r; }
template <typename T, std::size_t N> class Ring {
    T items[N]{};
    std::size_t from = 0, count = 0;
public:
    bool push(T item) { if (count == N) return false; items[(from + count++) % N] = std::move(item); return true; }
    std::optional<T> pop() { if (!count) return std::nullopt; T out = std::move(items[from]); from = (from + 1) % N; count--; return out; }
};
template <typename... Args> void print(const Args &...args) { ((std::cout << args << ' '), ...); std::cout << '\n'; }
template <class... Ts> struct Overloaded : Ts... { using Ts::operator()...; };
template <int N> constexpr long long factorial = N * factorial<N - 1>;
template <> constexpr long long factorial<0> = 1;
int main() {
    print(power(3, 13), power(1.5, 4), power(2LL, 62), factorial<20>);
    Ring<std::string, 3> ring;
    for (auto word : {"a", "b", "c", "d"}) print(word, ring.push(word));
    print(*ring.pop(), ring.push("e"));
    while (auto word = ring.pop()) std::cout << *word << ',';
    std::cout << '\n';
    std::vector<std::variant<int, double, std::string>> values{1, 2.5, std::string("three")};
    for (const auto &value : values) std::visit(Overloaded{[](int i) { print("int", i); }, [](double d) { print("double", d); }, [](const std::string &s) { print("string", s.size()); }}, value);
    std::map<std::string, std::vector<int>> groups;
    for (int i = 1; i <= 10; i++) groups[i % 15 == 0 ? "both" : i % 3 == 0 ? "fizz" : i % 5 == 0 ? "buzz" : "none"].push_back(i);
    for (const auto &[name, list] : groups) { std::cout << name << ':'; for (int i : list) std::cout << ' ' << i; std::cout << '\n'; }
}

#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

struct Traced {
  int id;
  explicit Traced(int id) : id(id) { std::cout << "make " << id << '\n'; }
  Traced(const Traced &other) : id(other.id * 10) { std::cout << "copy " << id << '\n'; }
  Traced(Traced &&other) noexcept : id(std::exchange(other.id, 0)) { std::cout << "move " << id << '\n'; }
  ~Traced() { std::cout << "end " << id << '\n'; }
};

struct Node { int value; std::vector<std::shared_ptr<Node>> children; std::weak_ptr<Node> parent; };

std::optional<int> half(int n) { if (n % 2) return std::nullopt; return n / 2; }

int main() {
  {
    Traced one(1);
    Traced two = one;
    Traced three = std::move(one);
    auto owned = std::make_unique<Traced>(4);
    auto moved = std::move(owned);
    std::cout << (owned == nullptr) << ' ' << moved->id << '\n';
  }
  auto root = std::make_shared<Node>(Node{1, {}, {}});
  root->children.push_back(std::make_shared<Node>(Node{2, {}, root}));
  std::cout << root.use_count() << ' ' << root->children[0].use_count() << ' ' << root->children[0]->parent.lock()->value << '\n';
  std::cout << half(10).value_or(-1) << ' ' << half(7).value_or(-1) << '\n';
  for (const std::variant<int, std::string, double> &one : {std::variant<int, std::string, double>(3), {"text"}, {2.5}})
    std::visit([](const auto &value) { std::cout << value << ';'; }, one);
  std::cout << '\n';
  try {
    Traced guard(7);
    std::vector<int>().at(3);
  } catch (const std::out_of_range &) { std::cout << "out of range\n"; }
  try { try { throw std::runtime_error("inner"); } catch (...) { std::throw_with_nested(std::logic_error("outer")); } }
  catch (const std::exception &error) {
    std::cout << error.what();
    try { std::rethrow_if_nested(error); } catch (const std::exception &inner) { std::cout << " <- " << inner.what() << '\n'; }
  }
  std::function<int(int)> fibonacci = [&](int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); };
  std::cout << fibonacci(20) << '\n';
}

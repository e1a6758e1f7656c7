#include <iostream>
#include <string>

std::string board;
int steps = 0;

bool fits(int at, char digit) {
  const int row = at / 9, column = at % 9, box = row / 3 * 27 + column / 3 * 3;
  for (int n = 0; n < 9; ++n)
    if (board[row * 9 + n] == digit || board[n * 9 + column] == digit || board[box + n / 3 * 9 + n % 3] == digit) return false;
  return true;
}

bool solve(std::size_t at = 0) {
  ++steps;
  at = board.find('0', at);
  if (at == std::string::npos) return true;
  for (char digit = '1'; digit <= '9'; ++digit) {
    if (!fits(at, digit)) continue;
    board[at] = digit;
    if (solve(at + 1)) return true;
    board[at] = '0';
  }
  return false;
}

int main() {
  for (std::string line; std::cin >> line;) board += line;
  if (board.size() != 81 || !solve()) return std::cout << "no solution\n", 1;
  for (int row = 0; row < 9; ++row) std::cout << board.substr(row * 9, 9) << '\n';
  std::cout << steps << " steps\n";
}

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>

std::string trimmed(std::string_view text) {
  const auto from = text.find_first_not_of(" \t");
  return from == text.npos ? "" : std::string(text.substr(from, text.find_last_not_of(" \t") - from + 1));
}

int main() {
  const std::regex pair(R"re((\w+)\s*=\s*("([^"]*)"|\d+))re");
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    int count = 0;
    for (std::string word; words >> word;) ++count;
    std::cout << std::quoted(trimmed(line)) << ' ' << count;
    for (std::sregex_iterator at(line.begin(), line.end(), pair), end; at != end; ++at) std::cout << " {" << (*at)[1] << "->" << ((*at)[3].matched ? (*at)[3].str() : (*at)[2].str()) << '}';
    std::string upper = line;
    std::transform(upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return std::toupper(c); });
    std::cout << ' ' << upper.substr(0, 5) << ' ' << std::count(line.begin(), line.end(), 'e') << '\n';
  }
  std::cout << std::regex_replace("2025-12-24", std::regex("(\\d+)-(\\d+)-(\\d+)"), "$3.$2.$1") << '\n';
  std::cout << std::fixed << std::setprecision(3) << 3.14159 << ' ' << std::scientific << 31415.9 << ' ' << std::defaultfloat << 1e6 << ' ' << 1e5 << ' ' << 0.1 + 0.2 << '\n';
  std::cout << std::hex << std::showbase << 255 << ' ' << std::oct << 8 << std::dec << ' ' << std::setw(8) << std::setfill('*') << -42 << ' ' << std::internal << std::setw(8) << -42 << ' ' << std::left << std::setw(6) << 7 << '\n';
  std::cout << std::stoi("12abc") << ' ' << std::stod("1e-3") << ' ' << std::to_string(2.5) << ' ' << std::string("abc").compare("abd") << '\n';
}

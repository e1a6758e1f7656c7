#include <algorithm>
#include <cctype>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>
int main() {
    std::map<std::string, int> counts;
    std::string line;
    int lines = 0;
    while (std::getline(std::cin, line)) {
        lines++;
        std::transform(line.begin(), line.end(), line.begin(), [](unsigned char c) { return std::isalpha(c) ? std::tolower(c) : ' '; });
        std::istringstream words(line);
        for (std::string word; words >> word;) counts[word]++;
    }
    std::vector<std::pair<std::string, int>> ranked(counts.begin(), counts.end());
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
    std::cout << lines << " lines\n";
    for (const auto &[word, count] : ranked) std::cout << word << std::string(10 - word.size(), '.') << count << '\n';
}

#include <bits/stdc++.h>
using namespace std;
int main() {
    ios::sync_with_stdio(false);
    const int n = 20000, m = 100000;
    vector<vector<pair<int, int>>> edges(n);
    uint32_t seed = 7;
    auto next = [&] { return (seed = seed * 1664525u + 1013904223u) >> 8; };
    for (int i = 0; i < m; i++) {
        int from = next() % n, to = next() % n, weight = 1 + next() % 100;
        edges[from].push_back({to, weight});
    }
    vector<long long> far(n, LLONG_MAX);
    priority_queue<pair<long long, int>, vector<pair<long long, int>>, greater<>> heap;
    heap.push({far[0] = 0, 0});
    while (!heap.empty()) {
        auto [distance, node] = heap.top();
        heap.pop();
        if (distance > far[node]) continue;
        for (auto [to, weight] : edges[node])
            if (distance + weight < far[to]) heap.push({far[to] = distance + weight, to});
    }
    long long total = 0, most = 0;
    int reached = 0;
    for (long long d : far) if (d != LLONG_MAX) { reached++; total += d; most = max(most, d); }
    cout << reached << ' ' << total << ' ' << most << '\n';
    for (int i = 0; i < 2000; i++) cout << (far[i] == LLONG_MAX ? -1 : far[i]) << "\n "[i % 10 < 9];
}

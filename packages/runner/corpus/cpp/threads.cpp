#include <atomic>
#include <condition_variable>
#include <future>
#include <iostream>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

int main() {
  std::atomic<int> counter = 0;
  std::mutex lock;
  long long total = 0;
  std::vector<std::thread> workers;
  for (int id = 0; id < 4; ++id) workers.emplace_back([&, id] {
    for (int n = 0; n < 1000; ++n) { ++counter; std::lock_guard guard(lock); total += id * n; }
  });
  for (auto &worker : workers) worker.join();
  std::cout << counter << ' ' << total << '\n';
  std::queue<int> waiting;
  std::condition_variable arrived;
  bool isDone = false;
  std::thread producer([&] {
    for (int n = 1; n <= 5; ++n) { { std::lock_guard guard(lock); waiting.push(n * n); } arrived.notify_one(); }
    { std::lock_guard guard(lock); isDone = true; }
    arrived.notify_one();
  });
  std::unique_lock guard(lock);
  while (true) {
    arrived.wait(guard, [&] { return !waiting.empty() || isDone; });
    if (waiting.empty()) break;
    std::cout << waiting.front() << ' ';
    waiting.pop();
  }
  guard.unlock();
  producer.join();
  auto later = std::async(std::launch::async, [] { int sum = 0; for (int n = 0; n < 100; ++n) sum += n; return sum; });
  auto failing = std::async(std::launch::deferred, []() -> int { throw std::runtime_error("failed"); });
  std::cout << later.get() << ' ';
  try { failing.get(); } catch (const std::exception &error) { std::cout << error.what() << '\n'; }
}

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class Concurrency {
    static int shared;
    static synchronized void add() { shared++; }

    public static void main(String[] args) throws Exception {
        Thread[] workers = new Thread[4];
        for (int id = 0; id < 4; id++) {
            workers[id] = new Thread(() -> { for (int n = 0; n < 1000; n++) add(); });
            workers[id].start();
        }
        for (Thread worker : workers) worker.join();
        System.out.println(shared);
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Integer>> futures = new ArrayList<>();
        for (int n = 1; n <= 5; n++) { final int own = n; futures.add(pool.submit(() -> own * own)); }
        for (Future<Integer> future : futures) System.out.print(future.get() + " ");
        Future<Object> failing = pool.submit(() -> { throw new IllegalStateException("failed"); });
        try { failing.get(); } catch (ExecutionException fault) { System.out.println(fault.getCause()); }
        pool.shutdown();
        System.out.println(pool.awaitTermination(5, TimeUnit.SECONDS));
        CompletableFuture<String> chain = CompletableFuture.supplyAsync(() -> 20).thenApply(n -> n + 1).thenCombine(CompletableFuture.completedFuture(2), (a, b) -> a * b).thenApply(n -> "got " + n).exceptionally(Throwable::getMessage);
        System.out.println(chain.get());
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(2);
        Thread producer = new Thread(() -> { try { for (int n = 1; n <= 6; n++) queue.put(n); queue.put(-1); } catch (InterruptedException fault) { Thread.currentThread().interrupt(); } });
        producer.start();
        int sum = 0;
        for (int n; (n = queue.take()) > 0;) sum += n;
        ConcurrentHashMap<String, LongAdder> counts = new ConcurrentHashMap<>();
        for (String word : "a b a c a b".split(" ")) counts.computeIfAbsent(word, k -> new LongAdder()).increment();
        System.out.println(sum + " " + new TreeMap<>(counts) + " " + new AtomicInteger(5).getAndUpdate(n -> n * 2));
    }
}

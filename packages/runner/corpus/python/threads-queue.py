import queue
import threading

tasks, done = queue.Queue(), []


def work():
    while True:
        item = tasks.get()
        if item is None:
            break
        done.append(item**2)
        tasks.task_done()


workers = [threading.Thread(target=work) for _ in range(3)]
for worker in workers:
    worker.start()
for number in range(10):
    tasks.put(number)
for _ in workers:
    tasks.put(None)
for worker in workers:
    worker.join()
print(sorted(done))

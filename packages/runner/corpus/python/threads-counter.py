import threading

total = 0
lock = threading.Lock()


def add(times):
    global total
    for _ in range(times):
        with lock:
            total += 1


threads = [threading.Thread(target=add, args=(1000,)) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(total, [thread.is_alive() for thread in threads])

type Task = { id: string; minutes: number; needs?: string[] };

abstract class Queue<T> {
  protected items: T[] = [];
  get size(): number { return this.items.length; }
  abstract push(item: T): void;
  pop(): T | undefined { return this.items.shift(); }
}

class SortedQueue<T> extends Queue<T> {
  constructor(private compare: (a: T, b: T) => number) { super(); }
  override push(item: T): void {
    let low = 0;
    let high = this.items.length;
    while (low < high) { const middle = (low + high) >>> 1; if (this.compare(this.items[middle]!, item) <= 0) low = middle + 1; else high = middle; }
    this.items.splice(low, 0, item);
  }
}

function schedule(tasks: readonly Task[], workers: number): { order: string[]; minutes: number } {
  const left = new Map(tasks.map(({ id, needs = [] }) => [id, new Set(needs)]));
  const ready = new SortedQueue<Task>((a, b) => b.minutes - a.minutes || a.id.localeCompare(b.id));
  const running = new SortedQueue<{ task: Task; ends: number }>((a, b) => a.ends - b.ends);
  for (const task of tasks) if (left.get(task.id)?.size === 0) ready.push(task);
  const order: string[] = [];
  let now = 0;
  while (ready.size > 0 || running.size > 0) {
    while (ready.size > 0 && running.size < workers) { const task = ready.pop()!; running.push({ task, ends: now + task.minutes }); order.push(`${task.id}@${now}`); }
    const done = running.pop()!;
    now = done.ends;
    for (const task of tasks) { const needs = left.get(task.id)!; if (needs.delete(done.task.id) && needs.size === 0) ready.push(task); }
  }
  if (order.length < tasks.length) throw new Error(`a circle among ${tasks.filter(({ id }) => left.get(id)!.size > 0).map(({ id }) => id).join(', ')}`);
  return { order, minutes: now };
}

const tasks: Task[] = [{ id: 'dig', minutes: 30 }, { id: 'pour', minutes: 20, needs: ['dig'] }, { id: 'walls', minutes: 60, needs: ['pour'] }, { id: 'windows', minutes: 15 }, { id: 'roof', minutes: 45, needs: ['walls'] }, { id: 'paint', minutes: 25, needs: ['walls', 'windows'] }];
for (const workers of [1, 2, 3]) console.log(workers, schedule(tasks, workers));
try { schedule([{ id: 'a', minutes: 1, needs: ['b'] }, { id: 'b', minutes: 1, needs: ['a'] }], 1); } catch (error) { console.log(`${error}`); }

threads = 3.times.map { |i| Thread.new(i) { |n| sleep(0.3 * (3 - n)); puts "thread #{n}"; n * n } }
p threads.map(&:value), threads.map(&:alive?), threads[0].status
counter = 0
lock = Mutex.new
4.times.map { Thread.new { 100.times { lock.synchronize { counter += 1 } } } }.each(&:join)
p counter, lock.locked?
queue = Queue.new
producer = Thread.new { 5.times { |n| queue << n; sleep 0.01 }; queue << :done }
sum = 0
while (item = queue.pop) != :done
  sum += item
end
p sum, producer.join.equal?(producer)
sized = SizedQueue.new(2)
log = []
consumer = Thread.new { while (n = sized.pop); log << "got #{n}"; sleep 0.02; end }
6.times { |n| sized << n }
sized.close
consumer.join
p log
failing = Thread.new { Thread.current.report_on_exception = false; raise ArgumentError, 'inside' }
begin
  failing.join
rescue => error
  p error.class, error.message, failing.status
end
condition = ConditionVariable.new
ready = false
waiter = Thread.new { lock.synchronize { condition.wait(lock) until ready; :woken } }
sleep 0.3
lock.synchronize { ready = true; condition.signal }
p waiter.value
t = Thread.new { Thread.current[:name] = 'own'; Thread.stop; 1 }
sleep 0.3
p t[:name], Thread.current[:name], t.status, t.join(0.1)
t.kill.join
p Thread.main == Thread.current, Thread.list.include?(Thread.main)
lazy = Thread.new { e = [1, 2, 3].each; e.next + e.next }
p lazy.value
p Thread.new { Thread.new { 5 }.value + 1 }.value
results = {}
%w[a b c].map { |name| Thread.new { results[name] = name.upcase } }.each(&:join)
p results.to_a.sort
ex = Thread.new { begin; sleep 10; ensure; puts 'ensured'; end }
sleep 0.3
ex.kill.join
begin
  lock.synchronize { lock.lock }
rescue ThreadError => e
  puts e.message
end
require 'timeout'
begin
  Timeout.timeout(0.3) { sleep 30 }
rescue Timeout::Error => e
  puts e.message
end
require 'monitor'
m = Monitor.new
p m.synchronize { m.synchronize { 7 } }
many = 100.times.map { |n| Thread.new { n } }
p many.sum(&:value)
local = Thread.new { Thread.current.thread_variable_set(:a, 1); Thread.current.thread_variable_get(:a) }
p local.value, Thread.new { Thread.exit; 1 }.value

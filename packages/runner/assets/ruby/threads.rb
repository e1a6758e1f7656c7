# Threads one after another, in fibers: WASI has none. A thread runs when somebody waits: for it, for a lock, a queue or a condition, or in
# `sleep`. Nothing here is a defence: what a program may do is the same with and without it.
module AssayThreads
  class Killed < Exception; end

  @alive = []

  class << self
    attr_reader :alive

    # The thread whose code runs, or nil for that of the program itself.
    attr_accessor :current

    def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)

    # Until the block says so, or until a moment. Only the program itself lets others run: a thread that waits returns to it.
    def wait(until_moment = nil, &ready)
      return if ready.call

      if (thread = current)
        raise ThreadError, 'a thread cannot wait inside an enumerator here' unless thread.assay_fiber.equal?(Fiber.current)

        thread.assay_ready = -> { ready.call || (until_moment && now >= until_moment) }
        thread.assay_moment = until_moment
        return Fiber.yield
      end
      round(until_moment) until ready.call || (until_moment && now >= until_moment)
    end

    def round(until_moment)
      runnable = alive.select { |thread| thread.assay_ready.call }
      return runnable.each { |thread| run(thread) } unless runnable.empty?

      next_moment = [until_moment, *alive.map(&:assay_moment)].compact.min
      raise ThreadError, 'No live threads left. Deadlock?' if next_moment.nil?

      AssayBoot.pass([next_moment - now, 0].max)
    end

    def run(thread)
      return unless thread.assay_fiber.alive?

      before = current
      self.current = thread
      begin
        thread.assay_fiber.resume
      ensure
        self.current = before
      end
      alive.delete(thread) unless thread.assay_fiber.alive?
      raise thread.assay_error if thread.assay_error && (thread.abort_on_exception || Thread.abort_on_exception)
    end
  end

  # What `Thread.new` gives. Ruby makes no object of its own class Thread here, so this one only says that it is of it.
  class Cooperative
    attr_reader :assay_fiber, :assay_error
    attr_accessor :assay_ready, :assay_moment, :name, :report_on_exception, :abort_on_exception, :priority

    def self.start_with(values, block)
      raise ThreadError, 'must be called with a block' unless block

      new.tap { |thread| thread.assay_start(values, block) }
    end

    def assay_start(values, block)
      @locals = {}
      @variables = {}
      @report_on_exception = Thread.report_on_exception
      @priority = 0
      @assay_ready = -> { true }
      @assay_fiber = Fiber.new do
        @value = block.call(*values)
      rescue Killed
        nil
      rescue Exception => e
        @assay_error = e
        $stderr.puts("#{inspect} terminated with exception (report_on_exception is true):", "#{e.message} (#{e.class})") if @report_on_exception && !e.is_a?(SystemExit)
      end
      AssayThreads.alive << self
    end

    def join(limit = nil)
      Kernel.raise ThreadError, 'Target thread must not be current thread' if equal?(AssayThreads.current)

      AssayThreads.wait(limit && AssayThreads.now + limit) { !alive? }
      return nil if alive?
      Kernel.raise @assay_error if @assay_error

      self
    end

    def value
      join
      @value
    end

    def alive? = @assay_fiber.alive?
    def stop? = !alive? || !equal?(AssayThreads.current)

    def status
      return equal?(AssayThreads.current) ? 'run' : 'sleep' if alive?

      @assay_error ? nil : false
    end

    def kill
      Kernel.raise Killed if equal?(AssayThreads.current)

      self.raise(Killed)
    end
    alias exit kill
    alias terminate kill

    def raise(*values)
      return Kernel.raise(*values) if equal?(AssayThreads.current)
      return self unless alive?

      before = AssayThreads.current
      AssayThreads.current = self
      begin
        @assay_fiber.raise(*(values.empty? ? [RuntimeError, 'unhandled exception'] : values))
      rescue FiberError, Killed
        # It had not begun.
        @assay_fiber = Fiber.new { nil }.tap(&:resume)
      ensure
        AssayThreads.current = before
      end
      AssayThreads.alive.delete(self) unless alive?
      self
    end

    def wakeup
      @assay_ready = -> { true }
      self
    end
    alias run wakeup

    def [](name) = @locals[name.to_sym]
    def []=(name, value)
      @locals[name.to_sym] = value
    end
    def key?(name) = @locals.key?(name.to_sym)
    def keys = @locals.keys
    def fetch(name, *rest, &) = @locals.fetch(name.to_sym, *rest, &)
    def thread_variable_get(name) = @variables[name.to_sym]
    def thread_variable_set(name, value) = @variables[name.to_sym] = value
    def thread_variable?(name) = @variables.key?(name.to_sym)
    def thread_variables = @variables.keys
    def group = nil
    def backtrace = []
    def class = Thread
    def is_a?(kind) = kind == Thread || super
    alias kind_of? is_a?
    alias instance_of? is_a?
    def inspect = "#<Thread:0x#{object_id.to_s(16).rjust(16, '0')}#{name && "@#{name}"} #{status || 'dead'}>"
    alias to_s inspect
  end
end

class Thread
  class << self
    alias assay_current current
    def new(*values, &block) = AssayThreads::Cooperative.start_with(values, block)
    alias start new
    alias fork new
    def current = AssayThreads.current || assay_current
    def ===(other) = other.is_a?(Thread)
    def list = [main, *AssayThreads.alive]
    # It takes a millisecond, so that time goes on for those who sleep while others do nothing but pass.
    def pass
      AssayBoot.pass(0.001)
      is_first = true
      AssayThreads.wait(AssayThreads.now) { !is_first.tap { is_first = false } }
    end

    def stop = AssayThreads.wait { false }
    def exit = current.kill
    def kill(thread) = thread.kill
  end

  class Mutex
    alias assay_lock lock
    def lock
      raise ThreadError, 'deadlock; recursive locking' if owned?

      AssayThreads.wait { !locked? }
      assay_lock
    end

    def synchronize
      lock
      begin
        yield
      ensure
        unlock if owned?
      end
    end

    def sleep(seconds = nil)
      unlock
      AssayThreads.wait(seconds && AssayThreads.now + seconds) { false }
    ensure
      lock
    end
  end

  class ConditionVariable
    def wait(mutex, seconds = nil)
      signal = [false]
      (@assay_waiting ||= []) << signal
      mutex.unlock
      AssayThreads.wait(seconds && AssayThreads.now + seconds) { signal[0] }
      @assay_waiting.delete_if { |one| one.equal?(signal) }
      mutex.lock
      self
    end

    def signal
      first = @assay_waiting&.shift
      first[0] = true if first
      self
    end

    def broadcast
      @assay_waiting&.each { |one| one[0] = true }
      @assay_waiting&.clear
      self
    end
  end

  class Queue
    alias assay_pop pop
    def pop(now = false, timeout: nil)
      return assay_pop(true) if now

      AssayThreads.wait(timeout && AssayThreads.now + timeout) { !empty? || closed? }
      empty? ? nil : assay_pop(true)
    end
    alias shift pop
    alias deq pop
  end

  class SizedQueue
    alias assay_pop pop
    alias assay_push push
    def pop(now = false, timeout: nil)
      return assay_pop(true) if now

      AssayThreads.wait(timeout && AssayThreads.now + timeout) { !empty? || closed? }
      empty? ? nil : assay_pop(true)
    end
    alias shift pop
    alias deq pop

    def push(value, now = false, timeout: nil)
      return assay_push(value, true) if now

      AssayThreads.wait(timeout && AssayThreads.now + timeout) { size < max || closed? }
      return nil if size >= max && !closed?

      assay_push(value, true)
    end
    alias << push
    alias enq push
  end
end

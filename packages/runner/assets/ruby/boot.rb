# frozen_string_literal: true

# Runs once, when the snapshot is made: loads the usual libraries and defines `AssayBoot.run`, with which every run begins. It speaks the
# same messages as python/boot.py. Nothing here is a defence: a candidate's program may change all of it, and what it can gain is another
# result of its own. What judges (a harness, a comparison) is never in the same interpreter.
require 'json'
require 'set'
require 'stringio'
require 'strscan'
require 'date'
require 'time'
require 'pp'
require 'securerandom'
require 'digest'
require 'forwardable'
require 'delegate'
require 'tsort'
require 'singleton'
require 'English'
require 'timeout'

# Gems that come with Ruby, whose own loader is not started.
$LOAD_PATH.push(*Dir.children('/usr/local/lib/ruby/gems/4.0.0/gems').sort.map { |gem| "/usr/local/lib/ruby/gems/4.0.0/gems/#{gem}/lib" }.select { |path| File.directory?(path) })
# And what stands in for one of them that is not in the binary (engines/ruby/ruby.ts).
$LOAD_PATH.push('/lib')

module AssayBoot
  FILE = 'solution.rb'
  HARNESS = 'harness.rb'
  MAIN = TOPLEVEL_BINDING.receiver
  CHANNEL = IO.for_fd(IO.sysopen('/channel', File::RDWR), 'r+b', autoclose: false)
  LARGE = 2**53
  TEXT = 2**16
  DEEPEST = 200
  LIBRARY = '/usr/local/lib/ruby/'

  # An error of the candidate's code whose class means nothing here.
  class CandidateError < RuntimeError; end

  # Raised in an iterator, it would end a loop of the harness instead of failing it.
  SILENT = StopIteration

  @at_exit = []
  @limits = []
  @source = ''
  @used = false
  @last = nil

  class << self
    # The JSON of a plain value (`Plain` in program.ts). A float with no fraction is text, because JSON in the host makes it an integer.
    def pack(value, depth = 0)
      raise TypeError, 'the value is nested too deeply' if depth > DEEPEST

      case value
      when nil, true, false then value
      when Integer then value.abs < LARGE ? value : { type: 'int', value: value.to_s }
      when Float
        next_text = value.nan? ? 'nan' : (value.infinite? ? (value.positive? ? 'inf' : '-inf') : value.to_s)
        value.finite? && value != value.floor ? value : { type: 'float', value: next_text }
      when Symbol then pack(value.name, depth)
      when String
        text = value.encoding == Encoding::UTF_8 ? value : (value.encoding == Encoding::BINARY ? nil : value.encode(Encoding::UTF_8))
        text&.valid_encoding? ? String.new(text) : { type: 'bytes', value: [value].pack('m0') }
      when Array then value.map { |item| pack(item, depth + 1) }
      when Set then { type: 'set', items: value.map { |item| pack(item, depth + 1) } }
      when Hash then { type: 'dict', entries: value.map { |key, item| [pack(key, depth + 1), pack(item, depth + 1)] } }
      else raise TypeError, "#{value.class} is not a plain value"
      end
    end

    def unpack(value)
      case value
      when Array then value.map { |item| unpack(item) }
      when Hash
        case value['type']
        when 'int' then Integer(value['value'], 10)
        when 'float' then { 'inf' => Float::INFINITY, '-inf' => -Float::INFINITY, 'nan' => Float::NAN }[value['value']] || Float(value['value'])
        when 'bytes' then value['value'].unpack1('m')
        when 'tuple' then value['items'].map { |item| unpack(item) }
        when 'set' then value['items'].to_set { |item| unpack(item) }
        when 'dict' then value['entries'].to_h { |key, item| [unpack(key), unpack(item)] }
        else raise ArgumentError, 'the value is of no known type'
        end
      when String then +value
      else value
      end
    end

    def receive
      text = +''.b
      loop do
        text << CHANNEL.sysread(1 << 16)
      rescue EOFError
        break
      end
      JSON.parse(text.force_encoding(Encoding::UTF_8), max_nesting: false)
    end

    def send_message(message)
      text = JSON.generate(message, max_nesting: false).b
      text = text.byteslice(CHANNEL.syswrite(text)..) until text.empty?
    end

    # Moves the clock by a read of the channel, and takes no time.
    def pass(seconds)
      CHANNEL.pread(1, [(seconds * 1_000_000_000).to_i, 2**62].min)
    rescue EOFError
      nil
    end

    # Without threads only a sleep can come to its end: what computes is stopped by the limit of the run.
    def timeout(seconds, error, message)
      return yield(seconds) if seconds.nil? || seconds.zero?

      limit = { ends: Process.clock_gettime(Process::CLOCK_MONOTONIC) + seconds, error: error || Timeout::Error, message: message }
      @limits << limit
      yield(seconds)
    ensure
      @limits.delete(limit)
    end

    def sleep(seconds)
      return AssayThreads.wait(AssayThreads.now + seconds) { false } if AssayThreads.current || AssayThreads.alive.any?

      now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      limit = @limits.min_by { |one| one[:ends] }
      return pass(seconds) if limit.nil? || now + seconds < limit[:ends]

      pass([limit[:ends] - now, 0].max)
      raise limit[:error], limit[:message]
    end

    def flush
      [$stdout, STDOUT, $stderr, STDERR].uniq.each do |stream|
        stream.flush
      rescue StandardError, NotImplementedError
        nil
      end
    end

    def complain(text)
      text = text.b
      text = text.byteslice(STDERR.syswrite(text)..) until text.empty?
    end

    def full_text(error, file)
      frames = (error.backtrace || []).grep_v(%r{\A(?:assay|eval|<internal:|/usr/local/lib/ruby/|/lib/|[\w.]+:in )}).map { |frame| frame.sub("'<compiled>'", "'<main>'") }
      frames = frames.first(20) + ["… #{frames.length - 40} more"] + frames.last(20) if frames.length > 41
      message = error.detailed_message(highlight: false).to_s
      message = message.byteslice(0, TEXT).scrub
      first = frames.empty? ? file : frames.first
      "#{first}: #{message}\n#{frames.drop(1).map { |frame| "\tfrom #{frame}\n" }.join}"
    rescue Exception
      "#{error.class}\n"
    end

    # What the host needs to know of an error, and the text that a Ruby would print.
    def failure(error, file = FILE)
      found = error.backtrace&.find { |frame| frame.start_with?("#{file}:") }
      line = found && found[/\A[^:]*:(\d+)/, 1].to_i
      return { type: 'NoMemoryError', full: true, line: line, text: "NoMemoryError\n" } if NoMemoryError === error

      message = begin
        String.new(error.message.to_s).byteslice(0, TEXT).scrub
      rescue Exception
        ''
      end
      { type: error.class.to_s, full: false, line: line, text: full_text(error, file).byteslice(0, TEXT).scrub, message: message }
    rescue NoMemoryError, SystemStackError
      { type: 'NoMemoryError', full: NoMemoryError === error, line: nil, text: "#{error.class}\n", message: '' }
    end

    # The program, or what is wrong with the source.
    def translate(source, file)
      [RubyVM::InstructionSequence.compile(source, file, file, 1), nil]
    rescue SyntaxError, ArgumentError, EncodingError => e
      text = e.message.to_s.scrub
      [nil, { line: text[/#{Regexp.escape(file)}:(\d+)/, 1]&.to_i, text: "#{text.byteslice(0, TEXT).scrub.chomp}\n" }]
    rescue SystemStackError, NoMemoryError
      [nil, { line: nil, text: "The source is nested too deeply.\n" }]
    end

    def at_exit(&block)
      @at_exit << block
      block
    end

    def stdio(source)
      code = nil
      error = nil
      steps = [-> { load_source(source) }]
      # As Ruby: the last registered first, and each of them may set another end.
      while (step = steps.shift || @at_exit.pop)
        begin
          step.call
        rescue SystemExit => e
          code = e.status
          error = nil
        rescue Exception => e
          error = e
        end
      end
      if error
        told = failure(error)
        flush
        return { failure: told }
      end
      flush
      { exit: (code || 0) & 0xFF }
    end

    def protected_call
      result = begin
        { value: yield }
      rescue Exception => e
        { failure: failure(e) }
      end
      flush
      result
    end

    def load_source(source)
      rest = source[/^__END__\r?\n(.*)\z/m, 1]
      Object.const_set(:DATA, StringIO.new(rest)) if rest
      RubyVM::InstructionSequence.compile(source, FILE, FILE, 1).eval
      nil
    end

    # Functions of the program: methods of `main` that it defined itself, so that none of Ruby's own stands in for one that is missing.
    def function_named(name)
      found = MAIN.method(name)
      found if found.source_location&.first == FILE
    rescue NameError
      nil
    end

    def call_function(name, args)
      found = function_named(name)
      raise NoMethodError, "undefined function '#{name}'" unless found

      pack(found.call(*args))
    end

    def ask(request)
      send_message(request)
      reply = receive
      return reply['value'] unless reply.key?('failure')

      told = reply['failure']
      error = error_of(told)
      @last = [error, told]
      raise error
    end

    # What the harness means by a name that nothing else gives it is a function of the candidate. A candidate's `puts` replaces none of ours.
    def stand_ins(source)
      names = source.scan(/(?<![\w@$.])[a-z_]\w*/).uniq - source.scan(/\bdef\s+(\w+)/).flatten
      names.first(500).each do |name|
        next if MAIN.respond_to?(name, true) || ask({ mode: 'lookup', name: name })['function'] != true

        Object.define_method(name) { |*args, **named, &block| AssayBoot.pass_on('function', name, args, named, block) }
        Object.send(:private, name)
      end
    end

    def harness(source)
      code, wrong = translate(source, HARNESS)
      return { unusable: wrong[:text] } if wrong

      begin
        Object.const_set(:Solution, Named)
        Object.singleton_class.prepend(Unqualified)
        stand_ins(source)
        code.eval
        @at_exit.pop.call until @at_exit.empty?
      rescue Exception => e
        error, told = @last
        flush
        return { failure: e.equal?(error) ? told : failure(e, HARNESS).merge(line: nil) }
      end
      flush
      return { value: nil } if @used

      # Such as one that calls nothing, or a name that Ruby has itself: everybody would pass.
      { unusable: "The harness uses nothing of the solution; functions that are named like Ruby's own are called as Solution.name.\n" }
    end

    def run
      task = receive
      case task['mode']
      when 'compile' then send_message({ wrong: translate(task['source'], FILE)[1] })
      when 'stdio' then send_message(stdio(task['source']))
      when 'function'
        send_message(protected_call do
          load_source(task['source'])
          call_function(task['name'], task['args'].map { |item| unpack(item) })
        end)
      when 'load' then send_message(protected_call { load_source(task['source']) })
      when 'lookup' then send_message(protected_call { lookup(task['name']) })
      when 'act' then send_message(acted(task))
      when 'harness' then send_message(harness(task['source']))
      end
    end
  end
end

module Kernel
  def at_exit(&block) = AssayBoot.at_exit(&block)

  def sleep(seconds = nil)
    return AssayThreads.wait { false } if seconds.nil?
    raise TypeError, "can't convert #{seconds.class} into time interval" unless seconds.is_a?(Numeric)
    raise ArgumentError, 'time interval must not be negative' if seconds.negative?

    AssayBoot.sleep(seconds)
    seconds.round
  end
  module_function :at_exit, :sleep

  alias assay_require require
  alias assay_require_relative require_relative
  def require(name) = name.to_s.match?(%r{\A(?:\./)?solution(?:\.rb)?\z}) || assay_require(name)

  def require_relative(name)
    return true if name.to_s.match?(%r{\A(?:\./)?solution(?:\.rb)?\z})

    from = caller_locations(1, 1).first.path
    raise LoadError, "cannot load such file -- #{name}" unless from.start_with?(AssayBoot::LIBRARY)

    assay_require(File.expand_path(name, File.dirname(from)))
  end
  private :require, :require_relative, :assay_require, :assay_require_relative
end

Timeout.define_singleton_method(:timeout) do |seconds, error = nil, message = nil, &block|
  AssayBoot.timeout(seconds, error, message || 'execution expired', &block)
end

# No process can be started. WASI's library would say of some that they ran and ended well.
refuse = lambda do |name|
  proc { |*, **| raise NotImplementedError, "#{name}() function is unimplemented on this machine" }
end
%i[system spawn exec `].each do |name|
  Kernel.define_method(name, &refuse.call(name))
  Kernel.send(:module_function, name)
end
%i[spawn exec].each { |name| Process.define_singleton_method(name, &refuse.call(name)) }
IO.define_singleton_method(:popen, &refuse.call(:popen))

# The first lines are written at once, so that they survive the end of the thread; the rest in blocks, which is faster.
class << STDOUT
  def write(*)
    size = super
    flush
    @lines = (@lines || 0) + 1
    singleton_class.remove_method(:write) if @lines == 500
    size
  end
end

$0 = 'solution.rb'
$PROGRAM_NAME = 'solution.rb'
srand(0)
Dir.chdir('/tmp')
AssayBoot.unpack(JSON.parse(JSON.generate(AssayBoot.pack([1, 2.5, 'a', { 1 => 'a' }, Set[1]]))))
GC.start
AssayBoot.send_message({ ready: true })

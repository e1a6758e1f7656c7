class Short < StandardError
  attr_reader :by

  def initialize(by)
    @by = by
    super("#{by} missing")
  end
end

def withdraw(balance, amount)
  raise ArgumentError, 'not a number' unless amount.is_a?(Numeric)
  raise Short.new(amount - balance) if amount > balance

  balance - amount
ensure
  puts "checked #{amount}"
end

[5, 50, 'x'].each do |amount|
  puts withdraw(10, amount)
rescue Short => e
  puts e.message, e.by
rescue ArgumentError => e
  puts e.message
else
  puts 'fine'
end
tries = 0
begin
  tries += 1
  raise 'again' if tries < 3

  puts tries
rescue RuntimeError
  retry
end
[-> { 1 / 0 }, -> { Integer('x') }, -> { [].fetch(3) }, -> { {}.fetch(:k) }, -> { nil + 1 }, -> { raise IOError }].each do |bad|
  bad.call
rescue StandardError => e
  puts e.class
end
begin
  begin
    raise 'inner'
  rescue StandardError
    raise TypeError, 'outer'
  end
rescue TypeError => e
  puts e.message, e.cause.message
end

class InsufficientFunds < StandardError
  attr_reader :missing
  def initialize(missing)
    @missing = missing
    super("#{missing} missing")
  end
end

class Account
  attr_reader :owner, :balance
  @@count = 0
  class << self
    def count = @@count
  end
  def initialize(owner, balance = 0)
    @owner, @balance = owner, balance
    @@count += 1
  end
  def deposit(amount)
    raise ArgumentError, "not positive: #{amount}" unless amount.positive?
    @balance += amount
    self
  end
  def withdraw(amount)
    raise InsufficientFunds.new(amount - available) if amount > available
    @balance -= amount
    self
  end
  def to_s = format('%-6s%10.2f', owner, balance / 100.0)
  def ==(other) = other.is_a?(Account) && owner == other.owner
  alias eql? ==
  def hash = owner.hash
  protected
  def available = balance
end

class Credit < Account
  LIMIT = 500_00
  def to_s = super + (balance.negative? ? ' overdrawn' : '')
  private
  def available = super + LIMIT
end

accounts = [Account.new('Ada', 1200_00), Credit.new('Alan', 400_50), Account.new('Grace')]
accounts.each do |account|
  account.deposit(account.owner == 'Grace' ? -5 : 10).withdraw(850_25)
rescue InsufficientFunds, ArgumentError => fault
  puts "#{fault.class}: #{fault.message}"
else
  puts "fine #{account.owner}"
ensure
  puts account
end
puts Account.count, [accounts[0], Account.new('Ada')].uniq.size, Credit.superclass, accounts[1].is_a?(Account), Credit.instance_methods(false).inspect
begin
  accounts[0].available
rescue NoMethodError => fault
  puts fault.message.match?(/protected method .available. called/), fault.name.inspect
end
attempts = 0
begin
  attempts += 1
  raise IOError, 'busy' if attempts < 3
  puts "after #{attempts}"
rescue IOError
  retry
end
begin
  begin
    Integer('12x')
  rescue ArgumentError => fault
    raise 'outer'
  end
rescue => fault
  puts "#{fault.message} from #{fault.cause.message}"
end
puts (raise 'x' rescue 'rescued'), Float('1.5'), (Integer('z', exception: false)).inspect
def checked
  yield
ensure
  puts 'ensured'
end
puts checked { next 5 }, [1, 2, 3].each { |n| break n * 10 if n == 2 }

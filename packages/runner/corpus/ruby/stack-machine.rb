OPERATIONS = { '+' => :+, '-' => :-, '*' => :*, '/' => :/, '^' => :** }.freeze
RANK = { '+' => 1, '-' => 1, '*' => 2, '/' => 2, '^' => 3 }.freeze

def postfix(text)
  out, signs = [], []
  text.scan(/\d+(?:\.\d+)?|[-+*\/^()]/) do |token|
    case token
    when /\A\d/ then out << token
    when '(' then signs << token
    when ')' then out << signs.pop while signs.last != '('; signs.pop
    else
      out << signs.pop while signs.any? && signs.last != '(' && (RANK[signs.last] > RANK[token] || (RANK[signs.last] == RANK[token] && token != '^'))
      signs << token
    end
  end
  out + signs.reverse
end

def value(tokens)
  tokens.each_with_object([]) do |token, stack|
    next stack << (token.include?('.') ? token.to_f : token.to_r) unless OPERATIONS[token]
    right, left = stack.pop, stack.pop
    raise ArgumentError, "too few values for #{token}" unless left && right
    stack << left.public_send(OPERATIONS[token], right)
  end.then { |stack| stack.size == 1 ? stack[0] : raise(ArgumentError, "#{stack.size} values left") }
end

$stdin.each_line(chomp: true) do |line|
  next if line.strip.empty?
  tokens = postfix(line)
  result = value(tokens)
  puts "#{tokens.join(' ')} = #{result.is_a?(Rational) && result.denominator == 1 ? result.to_i : result}"
rescue ZeroDivisionError, ArgumentError => fault
  puts "#{line}: #{fault.message}"
end

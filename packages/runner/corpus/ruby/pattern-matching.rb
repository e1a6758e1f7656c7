def describe(value)
  case value
  in Integer | Float => number if number > 100 then "large #{number}"
  in Integer then 'integer'
  in [] then 'empty'
  in [x, *rest] then "#{x} and #{rest.size} more"
  in { name: String => name, age: 18.. } then "adult #{name}"
  in { name: } then "somebody #{name}"
  else 'else'
  end
end
[5, 500, [], [1, 2, 3], { name: 'Ann', age: 20 }, { name: 'Bob', age: 3 }, nil].each { |value| puts describe(value) }
config = { db: { port: 5432 } }
config => { db: { port: } }
puts port

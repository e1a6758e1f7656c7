require 'json'
orders = JSON.parse($stdin.read, symbolize_names: true)
totals = orders.flat_map { |order| order[:items] }.each_with_object(Hash.new(0)) do |item, all|
  all[item[:name]] += item[:price] * item.fetch(:count, 1)
end
puts JSON.generate(totals), JSON.pretty_generate([1, nil, { 'a' => 'é' }]), [1.5, true].to_json
begin
  JSON.parse('{bad}')
rescue JSON::ParserError => e
  puts e.class
end

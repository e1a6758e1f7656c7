at_exit { puts 'last' }
puts 'first'
warn 'to standard error'
exit 3

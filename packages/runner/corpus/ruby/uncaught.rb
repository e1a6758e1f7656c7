puts 'before'
def fail_with(list) = list.fetch(3)
fail_with([1, 2])

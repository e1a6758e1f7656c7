GRID = DATA.read.lines.map { |line| line.chomp.chars }
start = GRID.each_with_index.filter_map { |row, r| (c = row.index('S')) && [r, c] }.first

def neighbours(r, c)
  [[r - 1, c], [r + 1, c], [r, c - 1], [r, c + 1]].select { |y, x| y.between?(0, GRID.size - 1) && x.between?(0, GRID[0].size - 1) && GRID[y][x] != '#' }
end

distance = { start => 0 }
queue = [start]
until queue.empty?
  here = queue.shift
  neighbours(*here).each do |there|
    next if distance.key?(there)
    distance[there] = distance[here] + 1
    queue << there
  end
end
goal = distance.keys.find { |r, c| GRID[r][c] == 'E' }
puts "#{distance[goal]} steps", distance.size, distance.values.tally.max_by { |d, n| [n, -d] }.inspect
GRID.each_with_index { |row, r| puts row.each_index.map { |c| (distance[[r, c]] || '#').to_s.rjust(3) }.join }
spiral = ->(m) { m.empty? ? [] : m.first + spiral.(m.drop(1).transpose.reverse) }
puts spiral.((1..12).each_slice(4).to_a).join(' '), (1..3).map { |r| (1..3).map { |c| r * c } }.map { |row| row.join("\t") }
__END__
S..#....
.#.#.##.
.#...#..
.####.#.
.......E

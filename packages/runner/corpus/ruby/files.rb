require 'csv'
require 'fileutils'
require 'json'
require 'tempfile'
require 'tmpdir'

orders = [['ann', 'pears', 3], ['bob', 'figs', 12], ['ann', 'nuts', 7], ['céline', 'figs', 1]]

Dir.mktmpdir do |folder|
  path = File.join(folder, 'orders.csv')
  CSV.open(path, 'w') { |csv| csv << %w[who what count]; orders.each { |order| csv << order } }
  puts File.size(path), File.extname(path), File.exist?(path)

  totals = CSV.read(path, headers: true).each_with_object(Hash.new(0)) { |row, sums| sums[row['who']] += row['count'].to_i }
  FileUtils.mkdir_p(File.join(folder, 'reports'))
  File.write(File.join(folder, 'reports/totals.json'), JSON.generate(totals))
  puts File.read(File.join(folder, 'reports/totals.json'))

  File.open(path, 'a') { |file| file.puts 'dan,plums,5' }
  puts File.foreach(path).count, File.readlines(path, chomp: true).last
  File.open(path, 'r+') do |file|
    file.seek(4)
    file.write('WHAT')
    file.rewind
    puts file.gets, file.pos, file.eof?
  end
  puts Dir.glob('**/*', base: folder).sort.inspect
  File.rename(path, File.join(folder, 'old.csv'))
  puts Dir.children(folder).sort.inspect, File.directory?(File.join(folder, 'reports'))
  [-> { File.read(path) }, -> { Dir.rmdir(folder) }, -> { Dir.mkdir(folder) }].each do |work|
    work.call
  rescue SystemCallError => e
    puts e.class
  end
  FileUtils.rm_rf(File.join(folder, 'reports'))
  puts Dir.children(folder).inspect
end

Tempfile.create('numbers') do |file|
  1000.times { |number| file.puts(number * number) }
  file.rewind
  puts file.each_line.sum(&:to_i)
end

import { expect, test } from 'vitest';
import { runOne, stdio } from '../../testing/run-one.ts';

const runPython = runOne('python', { seconds: 10, memory: 128, output: 1_048_576 });

const printed = async (source: string): Promise<string> => {
  const run = await runPython(source, stdio());
  expect(run).toMatchObject({ end: 'ended', stderr: '' });
  return run.stdout;
};

test('a program starts in /tmp, and reads there what it wrote', async () => {
  const source = `import os
print(os.getcwd(), os.listdir('.'))
with open('/tmp/x', 'w') as file: file.write('één\\n' * 2)
with open('x', 'a') as file: print('three', file=file, end='')
print(open('x').read(), os.path.getsize('x'), open('/tmp/../tmp/./x', 'rb').read(3))
with open('x', 'r+b') as file:
    file.seek(-5, os.SEEK_END)
    print(file.read(), file.tell())
    file.seek(1)
    file.write(b'E')
    file.truncate(3)
    file.seek(5)
    file.write(b'!')
print(open('x', 'rb').read())
os.mkdir('folder')
os.rename('x', 'folder/y')
open('z', 'w').close()
os.replace('z', 'folder/y')
print(os.listdir('folder'), os.path.getsize('folder/y'), os.path.exists('x'), os.stat('folder').st_mtime_ns // 10 ** 9)
for work in (lambda: open('x'), lambda: open('folder'), lambda: os.rmdir('folder'), lambda: open('folder/y', 'x'), lambda: os.mkdir('folder'),
             lambda: os.listdir('folder/y'), lambda: os.remove('folder'), lambda: os.rename('folder', 'folder/in')):
    try: work()
    except OSError as error: print(type(error).__name__, end=' ')`;
  expect(await printed(source)).toBe(`/tmp []
één
één
three 17 b'\\xc3\\xa9\\xc3'
b'three' 17
b'\\xc3E\\xc3\\x00\\x00!'
['y'] 0 False 1767225600
FileNotFoundError IsADirectoryError OSError FileExistsError FileExistsError NotADirectoryError IsADirectoryError OSError `);
});

test('tempfile, pathlib, shutil and csv work on files in /tmp', async () => {
  const source = `import csv, pathlib, shutil, tempfile, os
with tempfile.TemporaryFile('w+') as file:
    file.write('abc')
    file.seek(0)
    print(file.read())
with tempfile.NamedTemporaryFile('w', suffix='.txt') as file:
    print(os.path.dirname(file.name), file.name.endswith('.txt'), os.path.exists(file.name))
print(os.path.exists(file.name))
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name, 'a', 'b')
    folder.mkdir(parents=True)
    (folder / 'text').write_text('hi')
    shutil.copy2(folder / 'text', folder / 'copy')
    shutil.copytree(folder, pathlib.Path(name, 'c'))
    print(sorted(str(found.relative_to(name)) for found in pathlib.Path(name).rglob('*')))
print(os.path.exists(name), os.listdir('/tmp'))
with open('table.csv', 'w', newline='') as file: csv.writer(file).writerows([[1, 'a,b'], [2, '']])
with open('table.csv', newline='') as file: print(list(csv.reader(file)))`;
  expect(await printed(source)).toBe(`abc
/tmp True True
False
['a', 'a/b', 'a/b/copy', 'a/b/text', 'c', 'c/copy', 'c/text']
False []
[['1', 'a,b'], ['2', '']]
`);
});

test('what a program keeps in /tmp is memory of the program', async () => {
  const write = "with open('x', 'wb') as file: file.write(b'x' * 40_000_000)\n";
  const held = await runPython(write, stdio());
  expect(held.memory).toBeGreaterThan(38);
  const both = `${write}print(len(bytearray(90_000_000)))`;
  expect(await runPython(both, stdio())).toMatchObject({ end: 'memory-limit-exceeded' });
  const removed = `${write}import os\nos.remove('x')\nprint(len(bytearray(90_000_000)))`;
  expect(await runPython(removed, stdio())).toMatchObject({ end: 'ended', stdout: '90000000\n' });
  const emptied = `${write}open('x', 'w').close()\nprint(len(bytearray(90_000_000)))`;
  expect(await runPython(emptied, stdio())).toMatchObject({ end: 'ended', stdout: '90000000\n' });
});

test('a run finds nothing in /tmp of the run before it, and the same numbers', async () => {
  const source = `import os
print(os.listdir('/tmp'))
for name in 'ab': open(name, 'w').close()
print([(entry.name, entry.inode(), entry.stat()) for entry in os.scandir('/tmp')], os.stat('/zoneinfo/UTC'))
open('/zoneinfo/UTC', 'rb').read()`;
  const first = await printed(source);
  expect(first).toMatch(/^\[\]\n/);
  expect(await printed(source)).toBe(first);
});

test('a harness and the solution have a /tmp each', async () => {
  const solution = "import os\nopen('mine', 'w').close()\ndef seen(): return os.listdir('/tmp')";
  const harness =
    "import os\nfrom solution import seen\nassert os.listdir('/tmp') == []\nopen('secret', 'w').close()\nassert seen() == ['mine'], seen()";
  expect(await runPython(solution, { mode: 'harness', harness })).toMatchObject({ end: 'ended', stderr: '' });
});

test('zoneinfo has the time zones of the IANA database', async () => {
  const source = `from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones
berlin, york = ZoneInfo('Europe/Berlin'), ZoneInfo('America/New_York')
print(datetime(2024, 3, 31, 1, 59, tzinfo=berlin) + timedelta(minutes=1), datetime(2024, 7, 1, 12, tzinfo=berlin).astimezone(york))
print(datetime(2050, 7, 1, tzinfo=berlin).tzname(), datetime(2024, 11, 3, 1, 30, fold=1, tzinfo=york).utcoffset(), datetime(1900, 1, 1, tzinfo=york))
print(datetime(2024, 1, 1, tzinfo=timezone.utc).astimezone(ZoneInfo('Asia/Kolkata')), len(available_timezones()) > 590)
try: ZoneInfo('Europe/Nowhere')
except ZoneInfoNotFoundError as error: print(error)`;
  expect(await printed(source)).toBe(`2024-03-31 02:00:00+01:00 2024-07-01 06:00:00-04:00
CEST -1 day, 19:00:00 1900-01-01 00:00:00-05:00
2024-01-01 05:30:00+05:30 True
'No time zone found with key Europe/Nowhere'
`);
});

const endless: Readonly<Record<string, readonly [source: string, message: string]>> = {
  'a file': ["file = open('x', 'wb')\nwhile True: file.write(b'x' * 1_000_000)", 'No space left on device'],
  files: ["n = 0\nwhile True:\n    open(str(n), 'w').close()\n    n += 1", 'No space left on device'],
  folders: ["import os\nwhile True:\n    os.mkdir('x')\n    os.chdir('x')", 'Filename too long'],
  'open files that no folder has': [
    "import os\nfiles = []\nwhile True:\n    files.append(open('x', 'wb', 0))\n    os.remove('x')\n    files[-1].write(b'x' * 1_000_000)",
    'No space left on device',
  ],
  'descriptors of a folder': ["import os\nwhile True: os.open('/tmp', os.O_RDONLY)", 'No file descriptors available'],
};
for (const [name, [source, message]] of Object.entries(endless)) {
  test(`${name} without an end: an error of the program, and the next run has an empty /tmp`, async () => {
    const run = await runPython(source, stdio(), { seconds: 20 });
    expect(run).toMatchObject({ end: 'runtime-error', stderr: expect.stringContaining(message) });
    expect(await printed("import os\nprint(os.listdir('/tmp'), len(bytearray(100_000_000)))")).toBe('[] 100000000\n');
  });
}

test('sizes, places and names that no file has are errors', async () => {
  const source = `import os
file = os.open('x', os.O_RDWR | os.O_CREAT)
for work in (lambda: os.ftruncate(file, 1 << 40), lambda: os.ftruncate(file, -1), lambda: os.pwrite(file, b'x', 1 << 60), lambda: os.pread(file, 10, -5),
             lambda: os.lseek(file, -1, os.SEEK_SET), lambda: os.lseek(file, (1 << 63) - 1, os.SEEK_END), lambda: os.posix_fallocate(file, 0, 1 << 50),
             lambda: open('x' * 300, 'w'), lambda: open('x/' * 10_000, 'w'), lambda: os.rename('/tmp', '/tmp/tmp')):
    try: print(work())
    except OSError as error: print(error.strerror)`;
  expect((await printed(source)).split('\n')).toEqual([
    ...['No space left on device', 'Invalid argument', 'No space left on device', 'Invalid argument'],
    ...['Invalid argument', 'Invalid argument', 'No space left on device'],
    ...['Filename too long', 'Filename too long', 'Read-only file system', ''],
  ]);
});

test('nobody changes the time zones', async () => {
  const source = `import os
for work in (lambda: open('/tmp/../zoneinfo/UTC', 'w'), lambda: open('/zoneinfo/x', 'w'), lambda: os.remove('/zoneinfo/UTC'), lambda: os.utime('/zoneinfo/UTC'),
             lambda: os.rename('/zoneinfo', '/tmp/zones'), lambda: os.rename('/zoneinfo/UTC', '/tmp/UTC'), lambda: os.link('/zoneinfo/UTC', '/tmp/x'),
             lambda: os.rename('/tmp', '/zoneinfo'), lambda: os.mkdir('/zoneinfo/x'), lambda: os.ftruncate(os.open('/zoneinfo/UTC', os.O_RDONLY), 0)):
    try: print('DONE', work())
    except OSError: print('refused', end=' ')`;
  expect(await printed(source)).toBe('refused '.repeat(10));
});

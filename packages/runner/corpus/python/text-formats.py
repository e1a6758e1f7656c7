import pprint
import string
import textwrap

poem = 'The quick brown fox jumps over the lazy dog, and then it sleeps for a long, long time in the sun.'
print(textwrap.fill(poem, 30), textwrap.shorten(poem, 40), textwrap.indent('a\nb', '> '), textwrap.dedent('''
    one
      two'''), sep='\n')
print(f'{"left":<10}|{"right":>10}|{"mid":^10}|{"pad":*^9}|{3.14159:.2f}|{1e10:g}|{1234567:,}|{0.256:.1%}|{42:+d}|{42:05d}|{"cut":.2}|{True:d}')
print('%5.1f|%-6s|%03d|%x|%r|%%' % (2.25, 'ab', 7, 255, "it's"), '{0} {1} {0} {name!r:>8}'.format('a', 'b', name='n'), string.Template('$who owes ${much}').substitute(who='Ada', much=5))
value = 3.5
print(f'{value=} {value!s:>6} {value:{10}.{2}f}', repr('tab\t"quote"\\'), ascii('é'), 'a\tb'.expandtabs(4))
print('Hello World'.swapcase(), 'hello world'.title(), 'ß'.upper(), 'ǅ'.lower(), '  x '.strip(), 'xxabcxx'.strip('x'), 'a-b_c'.translate(str.maketrans('-_', '  ', 'c')), 'abc'.center(9, '.'))
print('a,b,,c'.split(','), 'a  b c'.split(), 'one\ntwo\r\nthree'.splitlines(), 'k=v=w'.partition('='), 'k=v=w'.rsplit('=', 1), 'prefix-x'.removeprefix('prefix-'), 'abcabc'.rfind('b'), 'aXbX'.count('X'))
print('abc' < 'abd', 'Z' < 'a', sorted(['b', 'A', 'a', 'B'], key=str.casefold), 'x' * 3, 'abcdef'[::-2], 'é' == 'e\u0301', '12'.isdigit(), '½'.isnumeric(), 'a1'.isalnum(), 'Ab'.istitle())
pprint.pprint({'list': list(range(25)), 'nested': {'key': ['a' * 30, 'b' * 30, {'deep': (1, 2)}]}, 'empty': {}}, width=60)

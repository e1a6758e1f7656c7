import { expect, test } from 'vitest';
import { javaNames } from './java-names.ts';

const main = 'public static void main(String[] args) {}';

test.each([
  ['the public class Main', `public class Main { ${main} }`, 'Main.java', 'Main'],
  ['a class of another name', `class Solution { ${main} }`, 'Main.java', 'Solution'],
  ['a public class of another name', `public final class Solution { ${main} }`, 'Solution.java', 'Solution'],
  ['a class in a package', `package a.b;\npublic class Solution { ${main} }`, 'Solution.java', 'a.b.Solution'],
  ['the second class of the file', `class Helper { int f() { return 1; } }\nclass Start { ${main} }`, 'Main.java', 'Start'],
  ['the public one of two', `class A { ${main} }\npublic class B { ${main} }`, 'B.java', 'B'],
  ['Main of two', `class A { ${main} }\nclass Main { ${main} }`, 'Main.java', 'Main'],
  ['a public class without main beside one that has it', `public class A {}\nclass B { ${main} }`, 'A.java', 'B'],
  [
    'records, interfaces and enums',
    `record P(int x) {}\nenum E { A; }\ninterface Start { static void main(String[] a) {} }`,
    'Main.java',
    'Start',
  ],
  ['no main of a nested class', `class A { static class B { ${main} } }\nclass C { ${main} }`, 'Main.java', 'C'],
  [
    'no word of a comment or text',
    `// public class X {\n/* class Y { ${main} } */\nclass Z { String s = "} class W {"; char c = '{'; ${main} }`,
    'Main.java',
    'Z',
  ],
  ['an annotation and generics before main', `@Deprecated class A<T extends B> { ${main} }\nclass B {}`, 'Main.java', 'A'],
  ['a class without main', 'class A {}', 'Main.java', 'Main'],
  ['nothing', '', 'Main.java', 'Main'],
  ['brackets that do not match', `}}} class A { ${main}`, 'Main.java', 'Main'],
  ['a package that is none', `package ../../x;\nclass A { ${main} }`, 'Main.java', 'A'],
])('javac and java get %s', (_name, source, file, name) => {
  expect(javaNames(source)).toEqual({ file, main: name });
});

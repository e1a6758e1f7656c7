enum Color { Red, Green = 5, Blue }
enum Level { Low = 'LOW', High = 'HIGH' }
const enum Flag { A = 1 << 0, B = 1 << 1, C = A | B }
console.log(Color, Color.Blue, Color[5], Level.High, Level, Flag.C);
const show = (c: Color): string => { switch (c) { case Color.Red: return 'red'; case Color.Green: return 'green'; default: return 'other'; } };
console.log([Color.Red, Color.Green, Color.Blue].map(show), Object.values(Level));

type Shape = { kind: 'circle'; r: number } | { kind: 'rect'; w: number; h: number };
const area = (s: Shape): number => { switch (s.kind) { case 'circle': return Math.PI * s.r ** 2; case 'rect': return s.w * s.h; default: { const never: never = s; return never; } } };
const shapes: Shape[] = [{ kind: 'circle', r: 1.5 }, { kind: 'rect', w: 2, h: 3.5 }];
console.log(shapes.map(area), shapes);
console.log(shapes.map((s) => area(s).toFixed(2)).join(' '));

type Matrix = readonly (readonly number[])[];
const transpose = (m: Matrix): Matrix => m[0]!.map((_, i) => m.map((row) => row[i]!));
const determinant = (m: Matrix): number => m.length === 1 ? m[0]![0]! : m[0]!.reduce((sum, x, j) => sum + (j % 2 ? -1 : 1) * x * determinant(m.slice(1).map((row) => row.filter((_, k) => k !== j))), 0);
const m: Matrix = [[2, 0, 1, 3], [1, 3, 2, 0], [0, 1, 4, 1], [5, 2, 0, 1]];
console.log(transpose(m), determinant(m));
console.log(Array.from({ length: 9 }, (_, i) => Array.from({ length: 9 }, (_, j) => (i + 1) * (j + 1))));

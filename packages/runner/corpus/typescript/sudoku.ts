const puzzle: string = '530070000600195000098000060800060003400803001700020006060000280000419005000080079'; const grid: number[] = [...puzzle].map(Number);
const fits = (at: number, n: number): boolean => { const r = Math.floor(at / 9), c = at % 9; for (let i = 0; i < 9; i++) if (grid[r * 9 + i] === n || grid[i * 9 + c] === n || grid[(Math.floor(r / 3) * 3 + Math.floor(i / 3)) * 9 + Math.floor(c / 3) * 3 + (i % 3)] === n) return false; return true; };
const solve = (): boolean => { const at = grid.indexOf(0); if (at < 0) return true; for (let n = 1; n <= 9; n++) if (fits(at, n)) { grid[at] = n; if (solve()) return true; grid[at] = 0; } return false; };
console.log(solve()); for (let r = 0; r < 9; r++) console.log(grid.slice(r * 9, r * 9 + 9).join(' ')); console.log(grid);

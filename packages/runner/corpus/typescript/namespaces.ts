namespace Geometry { export interface Point { x: number; y: number } export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y); export namespace Inner { export const unit = 1; } }
console.log(Geometry.distance({ x: 0, y: 0 }, { x: 3, y: 4 }), Geometry.Inner.unit);
console.log(Geometry);

class Node { constructor(value) { this.value = value; this.left = null; this.right = null; } }
class Tree {
  root = null;
  size = 0;
  insert(value) {
    const node = new Node(value);
    this.size += 1;
    if (!this.root) { this.root = node; return this; }
    let at = this.root;
    for (;;) {
      const side = value < at.value ? 'left' : 'right';
      if (!at[side]) { at[side] = node; return this; }
      at = at[side];
    }
  }
  *[Symbol.iterator]() { yield* (function* walk(node) { if (node) { yield* walk(node.left); yield node.value; yield* walk(node.right); } })(this.root); }
  height(node = this.root) { return node ? 1 + Math.max(this.height(node.left), this.height(node.right)) : 0; }
}
const tree = [50, 30, 70, 20, 40, 60, 80, 35, 45, 65].reduce((t, v) => t.insert(v), new Tree());
console.log([...tree], tree.height(), tree.size);
console.log(tree);
console.log(tree.root.left);
console.log(JSON.stringify(tree.root, null, 2).length);

#include <stdio.h>
#include <stdlib.h>

typedef struct Node { int key, height; struct Node *left, *right; } Node;

static int height(const Node *node) { return node ? node->height : 0; }
static void measure(Node *node) { int l = height(node->left), r = height(node->right); node->height = 1 + (l > r ? l : r); }
static Node *turn_right(Node *node) { Node *up = node->left; node->left = up->right; up->right = node; measure(node); measure(up); return up; }
static Node *turn_left(Node *node) { Node *up = node->right; node->right = up->left; up->left = node; measure(node); measure(up); return up; }

static Node *insert(Node *node, int key) {
  if (!node) { Node *made = calloc(1, sizeof *made); made->key = key; made->height = 1; return made; }
  if (key < node->key) node->left = insert(node->left, key);
  else if (key > node->key) node->right = insert(node->right, key);
  measure(node);
  int balance = height(node->left) - height(node->right);
  if (balance > 1) { if (key > node->left->key) node->left = turn_left(node->left); return turn_right(node); }
  if (balance < -1) { if (key < node->right->key) node->right = turn_right(node->right); return turn_left(node); }
  return node;
}

static void show(const Node *node, int depth) {
  if (!node) return;
  show(node->right, depth + 1);
  printf("%*s%d\n", depth * 4, "", node->key);
  show(node->left, depth + 1);
}

static int count_between(const Node *node, int low, int high) {
  if (!node) return 0;
  return (node->key >= low && node->key <= high) + (node->key > low ? count_between(node->left, low, high) : 0) + (node->key < high ? count_between(node->right, low, high) : 0);
}

int main(void) {
  Node *root = NULL;
  for (int n = 1; n <= 15; n++) root = insert(root, n * 7 % 23);
  show(root, 0);
  for (int n = 0; n < 100000; n++) root = insert(root, n);
  printf("height %d, %d between 500 and 999\n", root->height, count_between(root, 500, 999));
}

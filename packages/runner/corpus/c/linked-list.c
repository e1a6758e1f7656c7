#include <stdio.h>
#include <stdlib.h>
typedef struct Node { int value; struct Node *next; } Node;
static Node *push(Node *head, int value) {
    Node *node = malloc(sizeof *node);
    if (!node) exit(1);
    node->value = value;
    node->next = head;
    return node;
}
static Node *reverse(Node *head) {
    Node *out = NULL;
    while (head) { Node *next = head->next; head->next = out; out = head; head = next; }
    return out;
}
static Node *merge(Node *a, Node *b) {
    Node head = {0, NULL}, *tail = &head;
    while (a && b) { Node **least = a->value <= b->value ? &a : &b; tail->next = *least; tail = *least; *least = (*least)->next; }
    tail->next = a ? a : b;
    return head.next;
}
static Node *sort(Node *head) {
    if (!head || !head->next) return head;
    Node *slow = head, *fast = head->next;
    while (fast && fast->next) { slow = slow->next; fast = fast->next->next; }
    Node *half = slow->next;
    slow->next = NULL;
    return merge(sort(head), sort(half));
}
static void print(const Node *head) {
    for (; head; head = head->next) printf("%d%s", head->value, head->next ? " -> " : "\n");
}
int main(void) {
    Node *list = NULL;
    for (int i = 1; i <= 12; i++) list = push(list, i * 37 % 23);
    print(list);
    print(list = reverse(list));
    print(list = sort(list));
    int count = 0;
    while (list) { Node *next = list->next; free(list); list = next; count++; }
    printf("freed %d\n", count);
}

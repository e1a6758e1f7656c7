#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { char name[16]; int age; double score; } Person;
static int by_score(const void *a, const void *b) {
    const Person *p = a, *q = b;
    if (p->score != q->score) return p->score < q->score ? 1 : -1;
    return strcmp(p->name, q->name);
}
static int by_int(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
int main(void) {
    Person people[] = {{"Ann", 30, 7.5}, {"bob", 25, 9.25}, {"Cid", 41, 7.5}, {"Dee", 19, -1}};
    int n = sizeof people / sizeof *people;
    qsort(people, n, sizeof *people, by_score);
    for (int i = 0; i < n; i++) printf("%-6s|%4d|%8.3f|\n", people[i].name, people[i].age, people[i].score);
    static int list[100000];
    unsigned seed = 42;
    for (int i = 0; i < 100000; i++) { seed = seed * 1664525u + 1013904223u; list[i] = (int)(seed >> 8) % 50000; }
    qsort(list, 100000, sizeof *list, by_int);
    long long sum = 0;
    for (int i = 0; i < 100000; i++) sum += (long long)i * list[i];
    int key = list[777];
    int *found = bsearch(&key, list, 100000, sizeof *list, by_int);
    printf("%d %d %d %lld %s\n", list[0], list[50000], list[99999], sum, found && *found == key ? "found" : "missing");
}

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct { double stack[32]; int top; const char *fault; } Machine;
typedef void (*Operation)(Machine *);

static double pop(Machine *m) { if (m->top == 0) { m->fault = "empty stack"; return 0; } return m->stack[--m->top]; }
static void push(Machine *m, double value) { if (m->top == 32) m->fault = "full stack"; else m->stack[m->top++] = value; }
static void add(Machine *m) { double b = pop(m), a = pop(m); push(m, a + b); }
static void subtract(Machine *m) { double b = pop(m), a = pop(m); push(m, a - b); }
static void multiply(Machine *m) { double b = pop(m), a = pop(m); push(m, a * b); }
static void divide(Machine *m) { double b = pop(m), a = pop(m); if (b == 0) m->fault = "division by zero"; else push(m, a / b); }

static Operation operation(char c) {
  switch (c) { case '+': return add; case '-': return subtract; case '*': return multiply; case '/': return divide; default: return NULL; }
}

static int sum(int count, ...) {
  va_list values;
  va_start(values, count);
  int total = 0;
  while (count--) total += va_arg(values, int);
  va_end(values);
  return total;
}

int main(void) {
  const char *programs[] = {"3 4 + 2 *", "5 1 2 + 4 * + 3 -", "1 0 /", "1 +", "2.5 4 * -3 -", "2 x"};
  for (int i = 0; i < 6; i++) {
    Machine m = {.top = 0, .fault = NULL};
    for (const char *at = programs[i]; *at && !m.fault;) {
      char *end;
      double value = strtod(at, &end);
      if (end != at) { push(&m, value); at = end; }
      else if (*at == ' ') at++;
      else if (operation(*at)) operation(*at++)(&m);
      else m.fault = "unknown sign";
    }
    bool fine = !m.fault && m.top == 1;
    if (fine) printf("%s = %g\n", programs[i], m.stack[0]); else printf("%s: %s\n", programs[i], m.fault ? m.fault : "too many values");
  }
  union { float number; unsigned bits; } view = {.number = 1.5f};
  printf("%d %08x\n", sum(4, 1, 2, 3, 4), view.bits);
  return 3;
}

#include <stdio.h>
#include <string.h>

enum { digits = 3000 };
static unsigned number[digits];

static void multiply(unsigned by) {
  unsigned carry = 0;
  for (int at = 0; at < digits; at++) {
    carry += number[at] * by;
    number[at] = carry % 10;
    carry /= 10;
  }
}

static void print(void) {
  int top = digits - 1;
  while (top > 0 && number[top] == 0) top--;
  int sum = 0;
  for (int at = top; at >= 0; at--) {
    putchar('0' + number[at]);
    sum += number[at];
  }
  printf(" (%d digits, sum %d)\n", top + 1, sum);
}

int main(void) {
  number[0] = 1;
  for (unsigned n = 1; n <= 60; n++) {
    multiply(n);
    if (n % 15 == 0) print();
  }
  memset(number, 0, sizeof number);
  number[0] = 1;
  for (int n = 0; n < 256; n++) multiply(2);
  print();
}

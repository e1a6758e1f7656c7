#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void reverse(char *from, char *to) { while (from < to) { char kept = *from; *from++ = *to; *to-- = kept; } }

static int is_palindrome(const char *text) {
  const char *left = text, *right = text + strlen(text);
  while (left < right) {
    if (!isalnum((unsigned char)*left)) left++;
    else if (!isalnum((unsigned char)right[-1])) right--;
    else if (tolower(*left++) != tolower(*--right)) return 0;
  }
  return 1;
}

int main(void) {
  char line[256];
  int number = 0;
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\r\n")] = 0;
    printf("%2d: %-30.30s [%zu] %s\n", ++number, line, strlen(line), is_palindrome(line) ? "yes" : "no");
    char copy[256];
    strcpy(copy, line);
    for (char *word = strtok(copy, " ,"); word; word = strtok(NULL, " ,")) {
      if (*word) reverse(word, word + strlen(word) - 1);
      printf(" %s", word);
    }
    putchar('\n');
    char *comma = strchr(line, ','), *last = strrchr(line, 'a');
    printf("    %td %td %d %.3s\n", comma ? comma - line : -1, last ? last - line : -1, strncmp(line, "A man", 5), strstr(line, "an") ? strstr(line, "an") : "-");
  }
  int day, month, year;
  char unit[8];
  printf("%d %d.%d.%d %s\n", sscanf("24.12.2025 17kg", "%d.%d.%d %*d%7s", &day, &month, &year, unit), day, month, year, unit);
}

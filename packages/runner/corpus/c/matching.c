#include <regex.h>
#include <stdio.h>
#include <time.h>

int main(void) {
  regex_t pattern;
  regcomp(&pattern, "^([[:alpha:]]+)[[:space:]]*=[[:space:]]*([0-9]+)(px|em)?$", REG_EXTENDED);
  const char *lines[] = {"width = 120px", "height=7", "depth = 3cm", "= 4", "Margin   =   12em"};
  for (int i = 0; i < 5; i++) {
    regmatch_t parts[4];
    if (regexec(&pattern, lines[i], 4, parts, 0)) { printf("%s: no\n", lines[i]); continue; }
    for (int p = 1; p < 4; p++) printf("[%.*s]", (int)(parts[p].rm_eo - parts[p].rm_so), lines[i] + (parts[p].rm_so < 0 ? 0 : parts[p].rm_so));
    putchar('\n');
  }
  regfree(&pattern);
  struct tm day = {.tm_year = 124, .tm_mon = 1, .tm_mday = 27, .tm_hour = 12};
  for (int i = 0; i < 4; i++, day.tm_mday++) {
    time_t moment = timegm(&day);
    char text[80];
    strftime(text, sizeof text, "%Y-%m-%d %A, day %j, week %V", gmtime(&moment));
    printf("%s, %lld\n", text, (long long)moment);
  }
  struct tm from = {.tm_year = 100, .tm_mday = 1}, to = {.tm_year = 126, .tm_mday = 1};
  printf("%.0f days\n", difftime(timegm(&to), timegm(&from)) / 86400);
}

#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void) {
  double values[] = {0.1, 1.0 / 3, 2.5, 3.5, -0.0, 1e21, 1e-7, 123456789.125, 0.1 + 0.2, 5e-324};
  for (int i = 0; i < 10; i++) printf("%.2f %e %g %.17g %a %10.3f|%-12.1f|%+f\n", values[i], values[i], values[i], values[i], values[i], values[i], values[i], values[i]);
  printf("%f %f %f %d %d\n", INFINITY, -INFINITY, fabs(NAN), isnan(NAN), 0.1f == 0.1);
  printf("%.15g %.15g %.15g %.15g\n", sqrt(2), exp(1), log(10), atan2(1, -1));
  printf("%g %g %g %g %g %g\n", floor(-2.5), ceil(-2.5), round(-2.5), trunc(-2.5), rint(2.5), fmod(-7, 3));
  printf("%ld %ld %d %g\n", lround(2.5), lrint(3.5), (int)-2.9, hypot(3, 4));
  int exponent;
  double half = frexp(48, &exponent);
  printf("%g %d %g %g %g\n", half, exponent, ldexp(0.75, 6), DBL_EPSILON, (double)FLT_MAX);
  float single = 16777216.0f;
  printf("%.1f %.9g %.3Lf\n", single + 1.0f, (double)0.1f, 1.0L / 3);
  double sum = 0;
  for (int i = 0; i < 1000000; i++) sum += 0.1;
  printf("%.10f\n", sum);
}

import atexit
import sys

atexit.register(print, "last")
print("first")
print("to standard error", file=sys.stderr)
sys.exit(3)

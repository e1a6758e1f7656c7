/** Of WASI preview 1. */
export const errno = {
  success: 0,
  badFile: 8,
  exists: 20,
  invalid: 28,
  isDirectory: 31,
  tooManyOpen: 33,
  nameTooLong: 37,
  noEntry: 44,
  noSpace: 51,
  noSystem: 52,
  notDirectory: 54,
  notEmpty: 55,
  notPermitted: 63,
  readOnly: 69,
  seekPipe: 70,
} as const;

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** Bytes of a text in UTF-8. Half of a surrogate pair counts as U+FFFD, which encoders write for it. */
export const utf8Length = (text: string): number => {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (isHigh(unit) && isLow(text.charCodeAt(at + 1))) {
      bytes += 4;
      at += 1;
    } else bytes += 3;
  }
  return bytes;
};

/** The nearest place at or before `at` that does not part a surrogate pair. */
export const beforePair = (text: string, at: number): number =>
  at > 0 && isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at)) ? at - 1 : at;

/** The index of the first character that differs; the length of the shorter text if one begins with the other. */
export const firstDifference = (left: string, right: string): number => {
  const shorter = Math.min(left.length, right.length);
  let at = 0;
  while (at < shorter && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  return at;
};

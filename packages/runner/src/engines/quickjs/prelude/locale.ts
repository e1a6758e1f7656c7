/**
 * `Intl` and the `toLocale…` methods, which QuickJS has none of. Written for `en-US`, Node's default, and for `en-GB` and `de-DE`; the time
 * zone is UTC. Any other locale is written as `en-US`, which `docs/languages.md` says.
 */
export const localeSource = String.raw`{
const localeOf = (locales) => { const tag = String(Array.isArray(locales) ? locales[0] : locales === undefined ? 'en-US' : locales); return /^de\b/.test(tag) ? 'de-DE' : /^en-(?:GB|AU|NZ|IE)\b/.test(tag) ? 'en-GB' : 'en-US'; };
const marksOf = (locale) => (locale === 'de-DE' ? { comma: '.', point: ',' } : { comma: ',', point: '.' });
const plainDigits = (number) => {
  const [mantissa, exponent] = String(number).split('e');
  const [whole, part = ''] = mantissa.split('.');
  const shift = Number(exponent || 0);
  if (shift >= 0) return [whole + part.slice(0, shift).padEnd(shift, '0'), part.slice(shift)];
  const all = whole.padStart(1 - shift, '0');
  return [all.slice(0, all.length + shift) || '0', all.slice(all.length + shift) + part];
};
/** The shortest decimal digits of a number are rounded, half away from zero. */
const fixedText = (number, least, most) => {
  const [whole, part] = typeof number === 'bigint' ? [String(number), ''] : plainDigits(number);
  let digits = BigInt(whole + part.slice(0, most).padEnd(most, '0'));
  if (part.length > most && part[most] >= '5') digits += 1n;
  const text = String(digits).padStart(most + 1, '0');
  let decimals = most === 0 ? '' : text.slice(-most);
  while (decimals.length > least && decimals.endsWith('0')) decimals = decimals.slice(0, -1);
  return [most === 0 ? text : text.slice(0, -most), decimals];
};
const symbols = { USD: '$', EUR: '€', GBP: '£', JPY: '¥', INR: '₹', CNY: 'CN¥', KRW: '₩', BRL: 'R$', CAD: 'CA$', AUD: 'A$', MXN: 'MX$' };
const numberFormat = (value, locale, options) => {
  const { style = 'decimal', currency, useGrouping = true, minimumIntegerDigits = 1, notation } = options;
  if (style === 'currency' && currency === undefined) throw new TypeError('Currency code is required with currency style.');
  const money = style === 'currency';
  const usual = money ? (/^(?:JPY|KRW)$/.test(currency) ? 0 : 2) : 0;
  const least = options.minimumFractionDigits === undefined ? (options.maximumFractionDigits === undefined ? usual : Math.min(usual, options.maximumFractionDigits)) : options.minimumFractionDigits;
  const most = options.maximumFractionDigits === undefined ? Math.max(least, money ? usual : style === 'percent' ? 0 : 3) : options.maximumFractionDigits;
  if (!(least >= 0 && most <= 100 && least <= most)) throw new RangeError((options.maximumFractionDigits === undefined ? 'minimumFractionDigits' : 'maximumFractionDigits') + ' value is out of range.');
  const { comma, point } = marksOf(locale);
  const number = typeof value === 'bigint' ? value : Number(value);
  const isNegative = number < 0 || Object.is(number, -0);
  let text;
  if (Number.isNaN(number)) text = 'NaN';
  else if (number === Infinity || number === -Infinity) text = '∞';
  else {
    let size = number < 0 ? -number : number === 0 && typeof number === 'number' ? 0 : number;
    let suffix = '';
    let [low, high] = [least, most];
    if (notation === 'compact' && typeof size === 'number') {
      const step = size >= 999.5e9 ? 4 : size >= 999.5e6 ? 3 : size >= 999.5e3 ? 2 : size >= 999.5 ? 1 : 0;
      size /= 1000 ** step; suffix = ['', 'K', 'M', 'B', 'T'][step]; [low, high] = [0, size < 99.5 && options.maximumFractionDigits === undefined ? (size < 10 ? 1 : 0) : options.maximumFractionDigits || 0];
    }
    if (style === 'percent') size = typeof size === 'bigint' ? size * 100n : Number(String(size) + 'e2') || size * 100;
    if (options.maximumSignificantDigits !== undefined || options.minimumSignificantDigits !== undefined) {
      const exact = Number(size).toPrecision(options.maximumSignificantDigits || 21);
      const digits = plainDigits(Number(exact))[1].length;
      [low, high] = [digits, digits]; size = Number(exact);
    }
    const [whole, part] = fixedText(size, low, high);
    let integer = whole.padStart(minimumIntegerDigits, '0');
    if (useGrouping !== false && useGrouping !== 'never') integer = integer.replace(/\B(?=(?:\d{3})+$)/g, comma);
    text = integer + (part === '' ? '' : point + part) + suffix;
  }
  const sign = options.signDisplay === 'never' ? '' : isNegative ? '-' : options.signDisplay === 'always' || (options.signDisplay === 'exceptZero' && number != 0) ? '+' : '';
  if (style === 'percent') return sign + text + (locale === 'de-DE' ? '\u00a0%' : '%');
  if (style === 'unit') return sign + text + ' ' + options.unit;
  if (!money) return sign + text;
  const mark = options.currencyDisplay === 'code' ? currency + '\u00a0' : symbols[currency] || currency + '\u00a0';
  return locale === 'de-DE' ? sign + text + '\u00a0' + mark.trim() : sign + mark + text;
};

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const germanDays = ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'];
const germanMonths = ['Januar', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August', 'September', 'Oktober', 'November', 'Dezember'];
const shortOf = (name, form) => (form === 'long' ? name : form === 'narrow' ? name[0] : name.slice(0, 3));
const styles = { full: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }, long: { year: 'numeric', month: 'long', day: 'numeric' }, medium: { year: 'numeric', month: 'short', day: 'numeric' }, short: { year: '2-digit', month: 'numeric', day: 'numeric' } };
const timeStyles = { full: { hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'long' }, long: { hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'short' }, medium: { hour: 'numeric', minute: '2-digit', second: '2-digit' }, short: { hour: 'numeric', minute: '2-digit' } };
const dateFields = ['weekday', 'year', 'month', 'day', 'era'];
const timeFields = ['hour', 'minute', 'second', 'fractionalSecondDigits', 'dayPeriod'];
const two = (number) => String(number).padStart(2, '0');
const dateFormat = (date, locale, options, wanted) => {
  const time = date === undefined ? Date.now() : Number(date);
  if (Number.isNaN(time)) return undefined;
  const at = new Date(time);
  const zone = options.timeZone;
  if (zone !== undefined && !/^(?:UTC|GMT|Etc\/UTC)$/i.test(zone)) throw new RangeError('Invalid time zone specified: ' + zone + ' (only UTC is available here)');
  let form = options;
  if (options.dateStyle !== undefined || options.timeStyle !== undefined) form = { ...options, ...styles[options.dateStyle], ...timeStyles[options.timeStyle] };
  else {
    const hasDate = dateFields.some((field) => options[field] !== undefined);
    const hasTime = timeFields.some((field) => options[field] !== undefined);
    const needs = wanted === 'date' ? !hasDate : wanted === 'time' ? !hasTime : !hasDate && !hasTime;
    if (needs && wanted !== 'time') form = { ...form, year: 'numeric', month: 'numeric', day: 'numeric' };
    if (needs && (wanted === 'time' || wanted === 'all')) form = { ...form, hour: 'numeric', minute: '2-digit', second: '2-digit' };
  }
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  const isGerman = locale === 'de-DE';
  const y = form.year === undefined ? '' : form.year === '2-digit' ? two(year % 100) : String(year);
  const isNamed = /^(?:long|short|narrow)$/.test(form.month || '');
  const padded = locale === 'en-GB' && form.year !== undefined && form.day !== undefined && !isNamed;
  const d = form.day === undefined ? '' : form.day === '2-digit' || padded ? two(day) : String(day);
  const m = form.month === undefined ? '' : isNamed ? (isGerman ? (form.month === 'short' && germanMonths[month].length > 4 ? shortOf(germanMonths[month], 'short') + '.' : germanMonths[month]) : locale === 'en-GB' && form.month === 'short' && month === 8 ? 'Sept' : shortOf(months[month], form.month)) : form.month === '2-digit' || padded ? two(month + 1) : String(month + 1);
  const w = form.weekday === undefined ? '' : isGerman ? (form.weekday === 'long' ? germanDays[at.getUTCDay()] : germanDays[at.getUTCDay()].slice(0, 2)) : shortOf(days[at.getUTCDay()], form.weekday);
  let text;
  const some = (separator, ...parts) => parts.filter((part) => part !== '').join(separator);
  if (isGerman) text = some(', ', w, isNamed ? some(' ', d === '' ? '' : d + '.', m, y) : d !== '' && m !== '' ? d + '.' + m + '.' + y : some('.', m, y));
  else if (locale === 'en-GB') text = isNamed ? some(form.weekday === 'long' ? ' ' : ', ', w, some(' ', d, m, y)) : some(', ', w, some('/', d, m, y));
  else text = isNamed ? some(', ', w, some(d === '' ? ' ' : ', ', some(' ', m, d), y)) : some(', ', w, some('/', m, d, y));
  const hour = at.getUTCHours();
  let clock = '';
  if (form.hour !== undefined || form.minute !== undefined || form.second !== undefined) {
    const is12 = form.hourCycle === 'h23' || form.hourCycle === 'h24' ? false : form.hour12 === undefined ? locale === 'en-US' : form.hour12;
    const h = form.hour === undefined ? '' : is12 ? (form.hour === '2-digit' ? two(hour % 12 || 12) : String(hour % 12 || 12)) : form.hour12 === false && locale === 'en-US' && hour === 0 ? '24' : two(hour);
    const isMany = form.hour !== undefined || (form.minute !== undefined && form.second !== undefined);
    const minute = form.minute === undefined ? '' : isMany ? two(at.getUTCMinutes()) : String(at.getUTCMinutes());
    const second = form.second === undefined ? '' : form.minute !== undefined ? two(at.getUTCSeconds()) : String(at.getUTCSeconds());
    clock = some(':', h, minute, second);
    if (form.fractionalSecondDigits !== undefined) clock += '.' + String(at.getUTCMilliseconds()).padStart(3, '0').slice(0, form.fractionalSecondDigits);
    if (is12 && h !== '') clock += locale === 'en-US' ? ' ' + (hour < 12 ? 'AM' : 'PM') : ' ' + (hour < 12 ? 'am' : 'pm');
    if (form.timeZoneName !== undefined) clock += form.timeZoneName === 'long' ? ' Coordinated Universal Time' : ' UTC';
  }
  const joint = (options.dateStyle === 'full' || options.dateStyle === 'long' || (isNamed && options.dateStyle === undefined && form.month === 'long')) ? (isGerman ? ' um ' : ' at ') : ', ';
  return some(joint, text, clock);
};

const order = " _-,;:!?.'\"()[]{}@*/\\&#%\x60^+<=>|~$0123456789";
const expansions = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o\u0338', đ: 'd\u0335', ł: 'l\u0335', ı: 'i', þ: 'th', ð: 'd\u0335' };
const weightOf = (c) => { const at = order.indexOf(c); return at >= 0 ? at : 1000 + c.codePointAt(0); };
const latin = /^[ -~]*$/;
/** By letters first, then by accents, then small letters before capital ones: the root order of Unicode for Latin letters, else code points. */
const compareTexts = (one, other, options) => {
  if (one === other) return 0;
  const sensitivity = options.sensitivity || 'variant';
  const keyOf = (text) => {
    const letters = [];
    let accents = '';
    let cases = '';
    const plain = latin.test(text) ? text : text.normalize('NFD');
    for (const c of plain) {
      if (c >= '\u0300' && c <= '\u036f') { accents += c; continue; }
      const small = c.toLowerCase();
      for (const part of expansions[small] || small) {
        if (part >= '\u0300' && part <= '\u036f') { accents += part; continue; }
        letters.push(weightOf(part));
        accents += '\u0001';
        cases += c === small ? '0' : '1';
      }
      if (expansions[small]) cases += '2';
    }
    return { letters: options.ignorePunctuation ? letters.filter((weight) => weight >= order.indexOf('0')) : letters, accents, cases };
  };
  const [a, b] = [keyOf(one), keyOf(other)];
  const zero = order.indexOf('0');
  const isDigit = (weight) => weight >= zero && weight < zero + 10;
  let [i, j] = [0, 0];
  while (i < a.letters.length && j < b.letters.length) {
    if (options.numeric && isDigit(a.letters[i]) && isDigit(b.letters[j])) {
      const run = (list, from) => { let to = from; while (isDigit(list[to])) to += 1; let start = from; while (start < to - 1 && list[start] === zero) start += 1; return [list.slice(start, to), to]; };
      const [x, nextI] = run(a.letters, i);
      const [y, nextJ] = run(b.letters, j);
      if (x.length !== y.length) return x.length < y.length ? -1 : 1;
      for (let at = 0; at < x.length; at += 1) if (x[at] !== y[at]) return x[at] < y[at] ? -1 : 1;
      [i, j] = [nextI, nextJ];
      continue;
    }
    if (a.letters[i] !== b.letters[j]) return a.letters[i] < b.letters[j] ? -1 : 1;
    i += 1;
    j += 1;
  }
  if (a.letters.length - i !== b.letters.length - j) return a.letters.length - i < b.letters.length - j ? -1 : 1;
  if ((sensitivity === 'accent' || sensitivity === 'variant') && a.accents !== b.accents) return a.accents < b.accents ? -1 : 1;
  if ((sensitivity === 'case' || sensitivity === 'variant') && a.cases !== b.cases) return (a.cases < b.cases ? -1 : 1) * (options.caseFirst === 'upper' ? -1 : 1);
  return 0;
};

class NumberFormat {
  #locale; #options;
  constructor(locales, options) { this.#locale = localeOf(locales); this.#options = options || {}; this.format = (value) => numberFormat(value, this.#locale, this.#options); }
  resolvedOptions() { return { locale: this.#locale, numberingSystem: 'latn', ...this.#options }; }
}
class DateTimeFormat {
  #locale; #options;
  constructor(locales, options) { this.#locale = localeOf(locales); this.#options = options || {}; this.format = (date) => { const text = dateFormat(date, this.#locale, this.#options, 'date-only'); if (text === undefined) throw new RangeError('Invalid time value'); return text; }; }
  resolvedOptions() { return { locale: this.#locale, calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC', ...this.#options }; }
}
class Collator {
  #options;
  constructor(locales, options) { this.#options = options || {}; this.compare = (one, other) => compareTexts(String(one), String(other), this.#options); }
  resolvedOptions() { return { locale: 'en-US', usage: 'sort', sensitivity: 'variant', ...this.#options }; }
}
class PluralRules {
  #options;
  constructor(locales, options) { this.#options = options || {}; }
  select(number) {
    if (this.#options.type !== 'ordinal') return number === 1 ? 'one' : 'other';
    const [ten, hundred] = [number % 10, number % 100];
    return ten === 1 && hundred !== 11 ? 'one' : ten === 2 && hundred !== 12 ? 'two' : ten === 3 && hundred !== 13 ? 'few' : 'other';
  }
}
class ListFormat {
  #options;
  constructor(locales, options) { this.#options = options || {}; }
  format(list) {
    const all = [...list];
    const word = this.#options.type === 'disjunction' ? 'or' : 'and';
    return all.length < 2 ? all.join('') : all.length === 2 ? all.join(' ' + word + ' ') : all.slice(0, -1).join(', ') + ', ' + word + ' ' + all.at(-1);
  }
}
const Intl = {};
for (const Format of [NumberFormat, DateTimeFormat, Collator, PluralRules, ListFormat]) {
  const callable = function (...values) { return new Format(...values); };
  Object.defineProperty(callable, 'name', { value: Format.name });
  callable.prototype = Format.prototype;
  callable.supportedLocalesOf = (locales) => [].concat(locales === undefined ? [] : locales);
  define(Intl, { [Format.name]: callable });
}
define(globalThis, { Intl });
const named = (date, locales, options, wanted) => { const text = dateFormat(date, localeOf(locales), options || {}, wanted); return text === undefined ? 'Invalid Date' : text; };
define(Number.prototype, { toLocaleString(locales, options) { return numberFormat(Number(this), localeOf(locales), options || {}); } });
define(BigInt.prototype, { toLocaleString(locales, options) { return numberFormat(BigInt(this), localeOf(locales), options || {}); } });
define(String.prototype, { localeCompare(other, locales, options) { return compareTexts(String(this), String(other), options || {}); } });
const { toString: dateText, toTimeString: timeText, getTime } = Date.prototype;
const withZone = (text) => (text === 'Invalid Date' ? text : text + ' (Coordinated Universal Time)');
define(Date.prototype, {
  toString() { return withZone(dateText.call(this)); },
  toTimeString() { return withZone(timeText.call(this)); },
  toLocaleString(locales, options) { return named(getTime.call(this), locales, options, 'all'); },
  toLocaleDateString(locales, options) { return named(getTime.call(this), locales, options, 'date'); },
  toLocaleTimeString(locales, options) { return named(getTime.call(this), locales, options, 'time'); },
});
}
`;

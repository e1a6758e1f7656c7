const words = ['banana', 'Apple', 'cherry', 'apple', 'Éclair', 'eclair', 'zebra', 'Ångström', 'angle', 'résumé', 'resume', 'Zoo', 'a-b', 'ab', 'a b', '10', '9', '_x', 'ß', 'ss', 'naïve', 'naive'];
console.log([...words].sort((a, b) => a.localeCompare(b)));
console.log([...words].sort());
console.log('a'.localeCompare('b'), 'b'.localeCompare('a'), 'a'.localeCompare('a'), 'a'.localeCompare('A'), 'a'.localeCompare('B'), 'É'.localeCompare('f'));
console.log(['item10', 'item2', 'Item1'].sort(new Intl.Collator(undefined, { numeric: true }).compare), ['b2', 'b10'].sort((x, y) => x.localeCompare(y, undefined, { numeric: true })));
console.log('a'.localeCompare('A', undefined, { sensitivity: 'base' }), 'a'.localeCompare('á', 'en', { sensitivity: 'base' }), 'a'.localeCompare('A', 'en', { sensitivity: 'accent' }));
console.log('straße'.toLocaleUpperCase(), 'İ'.toLowerCase().length, 'ISTANBUL'.toLocaleLowerCase());

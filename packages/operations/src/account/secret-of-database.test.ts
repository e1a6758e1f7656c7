import { createSecretKey } from 'node:crypto';
import { testDialects } from '@assay/store/testing';
import { describe, expect, it } from 'vitest';
import { useService } from '../testing/service.ts';
import { acceptSecret, isSecretOfDatabase } from './secret-of-database.ts';

describe.each(testDialects)('the secret of a database on %s', (engine) => {
  const service = useService(engine);
  const withSecret = (text: string) => ({ assay: { store: service.assay.store, secret: createSecretKey(Buffer.from(text.repeat(32))) } });

  it('is that of the first process, of several at once that of one, and another one only when it is accepted', async () => {
    const letters = ['a', 'b', 'c', 'd'];
    const first = await Promise.all(letters.map((letter) => isSecretOfDatabase(withSecret(letter))));
    expect(first.filter(Boolean)).toHaveLength(1);
    expect(await Promise.all(letters.map((letter) => isSecretOfDatabase(withSecret(letter))))).toEqual(first);
    const other = letters[first.indexOf(false)] ?? '';
    await acceptSecret(withSecret(other));
    expect(await Promise.all(letters.map((letter) => isSecretOfDatabase(withSecret(letter))))).toEqual(
      letters.map((letter) => letter === other),
    );
  });
});

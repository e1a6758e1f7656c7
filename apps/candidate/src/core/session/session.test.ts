import { expect, it } from 'vitest';
import { createFakeBrowser } from '../testing/fake-browser.ts';
import { createWorld } from '../testing/fake-world.ts';
import { claimSession } from './session.ts';

it('a reload keeps the id, a new tab has its own', () => {
  const tabStorage = new Map<string, string>();
  const browser = createFakeBrowser({ world: createWorld(), tabStorage });
  const first = claimSession(browser);
  browser.fire('pagehide');
  expect(claimSession(createFakeBrowser({ world: createWorld(), tabStorage }))).toBe(first);
  expect(claimSession(createFakeBrowser({ world: createWorld() }))).not.toBe(first);
});

it('a duplicated tab, with a copy of what the open one stored, has its own id', () => {
  const tabStorage = new Map<string, string>();
  const first = claimSession(createFakeBrowser({ world: createWorld(), tabStorage }));
  const copy = new Map(tabStorage);
  expect(claimSession(createFakeBrowser({ world: createWorld(), tabStorage: copy }))).not.toBe(first);
});

it('without storage the id differs after a reload', () => {
  const fail = () => {
    throw new DOMException('no', 'SecurityError');
  };
  const browser = createFakeBrowser({ world: createWorld() });
  const session = claimSession({ ...browser, sessionStorage: { getItem: fail, setItem: fail, removeItem: fail } });
  browser.fire('pagehide');
  expect(session).not.toBe('');
});

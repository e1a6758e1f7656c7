import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createFakeBrowser } from '../testing/fake-browser.ts';
import { createWorld } from '../testing/fake-world.ts';
import { createLanguages, type Language } from './languages.ts';

const ruby: Language = {
  ...{ language: 'ruby', name: 'Ruby', version: '4.0.0', input: 'Standard input', output: 'Standard output' },
  ...{ reads: ['gets'], writes: ['puts'], libraries: ['csv'], missing: ['socket'], starter: 'puts gets\n' },
};
const answering = (languages: readonly Language[]) =>
  Response.json({ statuscode: '200.1', description: 'The request has succeeded.', result: { languages } });

const setUp = (device: Language[] = []) => {
  const world = createWorld();
  const fetched: string[] = [];
  const service = { respond: () => answering([ruby]) };
  const browser = createFakeBrowser({
    world,
    fetch: async (url) => {
      fetched.push(url);
      return service.respond();
    },
  });
  const needed = signal(false);
  const stored = {
    read: async () => device,
    write: async (languages: readonly Language[]) => void device.splice(0, device.length, ...languages),
  };
  const { known, keep } = createLanguages({ takeUrl: 'https://assay.example/take/token', web: browser, needed, stored });
  return { world, fetched, service, browser, needed, device, known, keep };
};

it('are asked for once, when a test has programs, and stored on the device', async () => {
  const { world, fetched, needed, known, device } = setUp();
  await world.advance(0);
  expect(fetched).toEqual([]);
  needed.value = true;
  await world.advance(0);
  needed.value = false;
  needed.value = true;
  await world.advance(60_000);
  expect(fetched).toEqual(['https://assay.example/take/token/languages']);
  expect(known.value).toEqual([ruby]);
  expect(device).toEqual([ruby]);
});

it('are stored again after the device was cleared for the start', async () => {
  const { world, needed, device, keep } = setUp();
  needed.value = true;
  await world.advance(0);
  device.length = 0;
  await keep();
  expect(device).toEqual([ruby]);
});

it('are those of the device without a network, and those of the service when it is back', async () => {
  const { world, browser, needed, known } = setUp([{ ...ruby, version: '3.4.1' }]);
  browser.setOnline(false);
  needed.value = true;
  await world.advance(9_999);
  expect(known.value[0]?.version).toBe('3.4.1');
  browser.setOnline(true);
  await world.advance(1);
  expect(known.value[0]?.version).toBe('4.0.0');
});

it('are asked for again while the service knows none', async () => {
  const { world, service, needed, known, fetched } = setUp();
  service.respond = () => answering([]);
  needed.value = true;
  await world.advance(10_000);
  service.respond = () => answering([ruby]);
  await world.advance(10_000);
  expect(known.value).toEqual([ruby]);
  expect(fetched).toHaveLength(3);
});

it('are left out where the service refuses', async () => {
  const { world, service, needed, known, fetched } = setUp();
  service.respond = () => Response.json({ statuscode: '404.1', description: 'Not found', result: 'no' }, { status: 404 });
  needed.value = true;
  await world.advance(60_000);
  expect(known.value).toEqual([]);
  expect(fetched).toHaveLength(1);
});

import type { Language } from './index.ts';
import { type TestMessages, testEn } from './test/en.ts';

const files = import.meta.glob<TestMessages>(['./test/*.ts', '!./test/en.ts'], { import: 'messages' });

/** Loads the texts of the test itself in one language; rejects if they cannot be loaded. */
export const loadTestMessages = async (language: Language): Promise<TestMessages> => (await files[`./test/${language}.ts`]?.()) ?? testEn;

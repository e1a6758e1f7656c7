import { createDecipheriv } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal, resultOf, useService } from '../testing/service.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script>alert(1)</script></svg>';
const prompt = `![A circle](data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')})`;

type State = {
  readonly pictures?: readonly { readonly pictureId: number; readonly bytes: number; readonly type?: string; readonly key?: string }[];
};

describe('the pictures of a test', () => {
  const service = useService();
  let key: string;
  let testId: string;
  beforeAll(async () => {
    key = await service.mintKey(await service.mintAccount());
    testId = await service.importTest(key, { sections: [{ name: 'All', questions: [{ kind: 'text', prompt, answer: 'yes' }] }] });
  });
  const stateOf = async (token: string) => resultOf<State>(await service.take(token, { method: 'GET', path: 'attempt' }));
  const get = (token: string, path: string | number) => service.take(token, { method: 'GET', path: `pictures/${path}` });

  it('are encrypted before the start, open while the attempt runs, and gone after it', async () => {
    const { token } = await service.register(key, testId);
    const before = await stateOf(token);
    const [{ pictureId, bytes } = { pictureId: 0, bytes: 0 }] = before.pictures ?? [];
    expect(before.pictures).toEqual([{ pictureId: expect.any(Number), bytes: expect.any(Number) }]);
    expectRefusal(await get(token, pictureId), '409.1');
    const sealed = await get(token, `${pictureId}/sealed`);
    expect(sealed.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect(sealed.rawPayload).toHaveLength(bytes);
    expect(sealed.rawPayload.includes(svg.slice(0, 20))).toBe(false);

    resultOf(await service.start(token));
    const [picture] = (await stateOf(token)).pictures ?? [];
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(picture?.key ?? '', 'base64'), sealed.rawPayload.subarray(0, 12));
    decipher.setAuthTag(sealed.rawPayload.subarray(-16));
    expect(decipher.update(sealed.rawPayload.subarray(12, -16)).toString() + decipher.final().toString()).toBe(svg);
    const open = await get(token, pictureId);
    expect(open.body).toBe(svg);
    expect(open.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });

    resultOf(await service.submit(token));
    expect((await stateOf(token)).pictures).toBeUndefined();
    for (const path of [pictureId, `${pictureId}/sealed`]) expectRefusal(await get(token, path), '403.17');
  });

  it('have the same bytes for all candidates, and belong to their account', async () => {
    const [one, other] = [await service.register(key, testId), await service.register(key, testId)];
    const pictureId = (await stateOf(one.token)).pictures?.[0]?.pictureId ?? 0;
    const [first, second] = [await get(one.token, `${pictureId}/sealed`), await get(other.token, `${pictureId}/sealed`)];
    expect(first.rawPayload).toEqual(second.rawPayload);
    const stranger = await service.mintKey(await service.mintAccount());
    const strangersTest = await service.importTest(stranger);
    const { token } = await service.register(stranger, strangersTest);
    resultOf(await service.start(token));
    for (const path of [pictureId, `${pictureId}/sealed`]) expectRefusal(await get(token, path), '404.1');
    expectRefusal(await get(token, 'x'), '400.1');
  });
});

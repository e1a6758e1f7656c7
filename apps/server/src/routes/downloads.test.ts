import { BundleVerificationError, verifyReportBundle } from '@assay/client';
import { checkBundle, readBundle } from '@assay/domain';
import { somebody } from '@assay/testing';
import { parse } from 'content-disposition';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal, resultOf, useService } from '../testing/service.ts';

const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Checks what holds for every file, and returns the name that browsers save it under. */
const savedAs = ({ statusCode, headers }: LightMyRequestResponse, mediaType: string): string => {
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': mediaType,
    'cache-control': expect.stringContaining('no-store'),
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  });
  const header = String(headers['content-disposition']);
  expect(header).toMatch(/^[\x20-\x7e]+$/);
  const { type, parameters } = parse(header);
  expect(type).toBe('attachment');
  return parameters.filename ?? '';
};

/** Checks that the name has no directory or drive, is not hidden and contains no special characters. */
const expectSafe = (fileName: string, extension: string): void => {
  expect(fileName).toMatch(new RegExp(`^[^.\\s][^\\\\/:*?"<>|\\p{Cc}]*\\.${extension}$`, 'u'));
  expect([...fileName].length).toBeLessThanOrEqual(130);
};

describe("the PDF of a candidate's report", () => {
  const service = useService();
  let key: string;
  let testId: string;
  beforeAll(async () => {
    ({ key, testId } = await service.mint());
  });

  const invite = (fullName = 'Ana Example') => service.register(key, testId, { ...somebody(), fullName });
  const complete = async (fullName?: string): Promise<string> => {
    const { id, token } = await invite(fullName);
    await service.complete(token);
    await service.generate();
    return id;
  };
  const pdf = (id: string, call: { method?: 'GET' | 'HEAD'; as?: string } = {}) =>
    service.send({ method: call.method ?? 'GET', url: `/v2/org/report/${id}/pdf`, key: call.as ?? key });

  it('of programs is an attachment too, and refused before the attempt is completed', async () => {
    const get = (id: string) => service.send({ method: 'GET', url: `/manage/v1/invitations/${id}/submissions.pdf`, key });
    const response = await get(await complete('Zoë <1>'));
    expect(savedAs(response, 'application/pdf')).toBe('Zoë 1 - A little of everything - programs.pdf');
    expect(response.rawPayload.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expectRefusal(await get((await invite()).id), '409.1');
  });

  it('is an attachment named after candidate and test', async () => {
    const response = await pdf(await complete());
    expect(savedAs(response, 'application/pdf')).toBe('Ana Example - A little of everything.pdf');
    expect(response.rawPayload.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect(response.rawPayload.subarray(-6).toString('latin1')).toContain('%%EOF');
  });

  it('has the same bytes each time', async () => {
    const id = await complete();
    expect((await pdf(id)).rawPayload.equals((await pdf(id)).rawPayload)).toBe(true);
  });

  it.each([
    ['王小明 नेहा', '王小明 नेहा - A little of everything.pdf'],
    ['Ana 👩🏽 Núñez', 'Ana 👩🏽 Núñez - A little of everything.pdf'],
    [`Ana "Annie" O'Hara`, `Ana Annie O'Hara - A little of everything.pdf`],
    ['100% %41', '100% %41 - A little of everything.pdf'],
    ["UTF-8''a;filename=b.exe", "UTF-8''a;filename=b.exe - A little of everything.pdf"],
  ])('keeps a name in any script readable: %s', async (fullName, fileName) => {
    const saved = savedAs(await pdf(await complete(fullName)), 'application/pdf');
    expect(saved).toBe(fileName);
    expectSafe(saved, 'pdf');
  });

  it.each(['../../etc/passwd', '..\\..\\boot.ini', 'C:/x', '.ssh', '/', '...', 'a/b\\c:d*e?f"g<h>i|j', '\u202egnp.exe', '👩'.repeat(200)])(
    'has a safe file name whatever the candidate is called: %s',
    async (fullName) => {
      expectSafe(savedAs(await pdf(await complete(fullName)), 'application/pdf'), 'pdf');
    },
  );

  it('has a second name in ASCII, for clients that support only that', async () => {
    const { headers } = await pdf(await complete('Ana Núñez 王'));
    const { parameters } = parse(String(headers['content-disposition']), { extended: false });
    expect(parameters.filename).toMatch(/^Ana Nunez \S - A little of everything\.pdf$/);
  });

  it("a candidate's name cannot contain characters that break a header", async () => {
    for (const fullName of ['Ana\r\nset-cookie: a=b', 'Ana\nBea', 'Ana\u0000'])
      expectRefusal(
        await service.send({ method: 'POST', url: `/v2/org/tests/${testId}/register`, key, body: { ...somebody(), fullName } }),
        '400.1',
      );
  });

  it('is 409.1 in every state before the report is generated', async () => {
    const { id, token } = await invite();
    expect(expectRefusal(await pdf(id), '409.1')).toContain('Pending');
    resultOf(await service.start(token));
    expect(expectRefusal(await pdf(id), '409.1')).toContain('In progress');
    resultOf(await service.submit(token));
    expect(expectRefusal(await pdf(id), '409.1')).toContain('not generated yet');
    await service.generate();
    savedAs(await pdf(id), 'application/pdf');
  });

  it('is 404.1 for an invitation of another account or an unknown one', async () => {
    const { key: other } = await service.mint();
    const id = await complete();
    expectRefusal(await pdf(id, { as: other }), '404.1');
    expectRefusal(await pdf('999999'), '404.1');
  });

  it('has no body for HEAD', async () => {
    const id = await complete();
    const response = await pdf(id, { method: 'HEAD' });
    expect(savedAs(response, 'application/pdf')).toBe(savedAs(await pdf(id), 'application/pdf'));
    expect(response.rawPayload).toHaveLength(0);
  });
});

describe("the Excel file of a test's report", () => {
  const service = useService();
  const excel = (key: string, testId: string, method: 'GET' | 'HEAD' = 'GET') =>
    service.send({ method, url: `/v2/org/report/${testId}/excel`, key });

  it('is an attachment named after the test, even if nobody is invited', async () => {
    const { key, testId } = await service.mint();
    const empty = await excel(key, testId);
    expect(savedAs(empty, excelType)).toBe('A little of everything.xlsx');
    const { token } = await service.register(key, testId);
    await service.complete(token);
    await service.generate();
    const response = await excel(key, testId);
    savedAs(response, excelType);
    // A complete zip archive, from the first entry to the end of the directory.
    expect(response.rawPayload.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
    expect(response.rawPayload.indexOf('PK\x05\x06', 0, 'latin1')).toBe(response.rawPayload.length - 22);
  });

  it.each(['../../etc/passwd', '=HYPERLINK("http://evil.example")', '測試 "一"', '../..', '???'])(
    'has a safe file name whatever the test is called: %s',
    async (name) => {
      const { key } = await service.mint();
      expectSafe(savedAs(await excel(key, await service.importTest(key, { name })), excelType), 'xlsx');
    },
  );

  it('is 404.1 for a test of another account or an unknown one', async () => {
    const { testId } = await service.mint();
    const { key: other } = await service.mint();
    expectRefusal(await excel(other, testId), '404.1');
    expectRefusal(await excel(other, '999999'), '404.1');
  });

  it('has no body for HEAD', async () => {
    const { key, testId } = await service.mint();
    const response = await excel(key, testId, 'HEAD');
    savedAs(response, excelType);
    expect(response.rawPayload).toHaveLength(0);
  });
});

describe('ASSAY_V2_HTTP_STATUS=always-200', () => {
  const service = useService({ v2HttpStatus: 'always-200' });

  it('does not change files; their refusals are envelopes with status 200', async () => {
    const { key, testId } = await service.mint();
    const { id, token } = await service.register(key, testId);
    const get = (url: string) => service.send({ method: 'GET', url, key });
    const refused = await get(`/v2/org/report/${id}/pdf`);
    expect([refused.statusCode, refused.json()]).toMatchObject([200, { statuscode: '409.1' }]);
    await service.complete(token);
    await service.generate();
    const pdf = await get(`/v2/org/report/${id}/pdf`);
    savedAs(pdf, 'application/pdf');
    expect(pdf.rawPayload.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    const workbook = await get(`/v2/org/report/${testId}/excel`);
    savedAs(workbook, excelType);
    expect(workbook.rawPayload.subarray(0, 2).toString('latin1')).toBe('PK');
  });
});

describe('the bundle of a report', () => {
  const service = useService();

  it('is signed with the key that anybody may read, and no byte of it can be another one', async () => {
    const { key, testId } = await service.mint();
    const { id, token } = await service.register(key, testId, somebody());
    await service.complete(token);
    await service.generate();
    const response = await service.send({ method: 'GET', url: `/manage/v1/invitations/${id}/report-bundle`, key });
    expect(savedAs(response, 'application/vnd.dsse.envelope.v1+json')).toBe(`report-${id}.assay.json`);
    const published = await service.send({ method: 'GET', url: '/.well-known/assay-keys.json' });
    expect(published.headers).toMatchObject({ 'content-type': 'application/jwk-set+json', 'cache-control': 'public, max-age=3600' });
    const keys: unknown = published.json();
    const file = new Uint8Array(response.rawPayload);
    const { payload } = await verifyReportBundle({ file, keys });
    const bundle = readBundle(payload);
    expect(bundle.ok && checkBundle(bundle.value)).toMatchObject({ graded: true, differences: [] });
    for (let at = 0; at < file.length; at += 1) {
      const changed = file.slice();
      changed[at] = (changed[at] ?? 0) ^ (1 << (at & 7));
      await expect(verifyReportBundle({ file: changed, keys }), `byte ${at}`).rejects.toThrow(BundleVerificationError);
    }
  });
});

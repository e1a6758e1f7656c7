import type { InvitationTimeline, ProctoringImages } from '@assay/domain';
import { until } from '@assay/testing';
import sharp from 'sharp';
import { expect } from 'vitest';
import { describeInBrowser, itInWholeBrowser as it, type Service } from '../browser/support/browser.ts';
import { mintCandidate } from '../browser/support/mint.ts';
import { testPageOf } from '../browser/support/test-page.ts';
import { answersOf } from '../browser/support/watch.ts';
import { expectInTime, expectStored } from './support/stored.ts';

// A camera that shows a moving pattern; what may use it is for each context to say.
const longerSide = 640;
const mostBytes = 61_440;
const isOff = 'Camera off. The test goes on; Acme Hiring sees this.';

const download = async (service: Service, path: string): Promise<Buffer> => {
  const response = await fetch(`${service.url}${path}`, { headers: { 'x-api-key': service.key } });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};

const imagesOf = async (service: Service, id: number): Promise<ProctoringImages['images']> =>
  (await service.api.get<ProctoringImages>(`/manage/v1/invitations/${id}/images`)).images;

const cameraEvents = ({ timeline }: InvitationTimeline): string[] =>
  timeline.map(({ type }) => type).filter((type) => type.startsWith('camera.'));

const expectCameraEvents = (service: Service, id: number, ...types: readonly string[]): Promise<void> =>
  expectInTime(async () => cameraEvents(await service.api.timeline(id)), [...types]);

describeInBrowser('the camera', { concurrent: true }, () => {
  it('with consent: a picture comes at the start, small enough and a true JPEG, is for the account only, and is in the PDF', async ({
    open,
    service,
  }) => {
    const { takeUrl, testInvitationId: id, candidate } = await mintCandidate(service, { camera: true });
    const { page } = await open({ permissions: ['camera'] });
    const test = testPageOf(page);
    await test.open(takeUrl);
    await test.button('Check the camera').click();
    await page.getByText('The camera works.').waitFor();
    await page.getByLabel('What your camera sees').waitFor();
    await page.getByRole('checkbox', { name: /^I agree that my camera takes pictures/ }).check();
    await test.start();
    await page.getByText('Camera on').waitFor();
    await until('a picture', async () => (await imagesOf(service, id)).length > 0 || undefined);
    await expectCameraEvents(service, id, 'camera.granted');
    await test.choose('1');
    await expectStored(candidate, { 1: 'a' });

    const [image] = await imagesOf(service, id);
    const path = `/manage/v1/invitations/${id}/images/${image?.imageId}`;
    expect((await fetch(`${service.url}${path}`)).status).toBe(401);
    const jpeg = await download(service, path);
    const { format, width, height } = await sharp(jpeg).metadata();
    expect({ format, width, height, bytes: jpeg.length }).toEqual({
      format: 'jpeg',
      width: image?.width,
      height: image?.height,
      bytes: image?.bytes,
    });
    expect(Math.max(width, height)).toBeLessThanOrEqual(longerSide);
    expect(jpeg.length).toBeLessThanOrEqual(mostBytes);
    // A picture of something: the middle of one grey would be a camera that was not ready.
    const { channels } = await sharp(jpeg).stats();
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(5);

    await test.submit();
    await service.api.generatedReport(id);
    const pdf = await download(service, `/v2/org/report/${id}/pdf`);
    expect(pdf.includes(jpeg), 'the picture, byte for byte, is in the PDF').toBe(true);
  });

  it('denied: it is recorded, the page says so, and the test goes on', async ({ open, service }) => {
    const { takeUrl, testInvitationId: id, candidate } = await mintCandidate(service, { camera: true });
    const { page } = await open({ permissions: [] });
    const test = testPageOf(page);
    await test.open(takeUrl);
    await page.getByRole('checkbox', { name: /^I agree that my camera takes pictures/ }).check();
    await test.start();
    await page.getByText(isOff).waitFor();
    await expectCameraEvents(service, id, 'camera.denied');
    await test.choose('1');
    await expectStored(candidate, { 1: 'a' });
    await test.submit();
    expect(await imagesOf(service, id)).toEqual([]);
  });

  it('without consent: it is never asked for, and that is recorded', async ({ open, service }) => {
    const { takeUrl, testInvitationId: id } = await mintCandidate(service, { camera: true });
    const { page, context } = await open({ permissions: ['camera'] });
    await context.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => {
        Reflect.set(globalThis, 'asked', true);
        return Promise.reject(new Error('asked'));
      };
    });
    const test = testPageOf(page);
    await test.open(takeUrl);
    await test.start();
    await page.getByText(isOff).waitFor();
    await expectCameraEvents(service, id, 'camera.denied');
    await test.submit();
    expect(await imagesOf(service, id)).toEqual([]);
  });

  it('lost in the middle: it is recorded, the page says so, and the test goes on; a reload with permission brings it back', async ({
    open,
    service,
  }) => {
    const { takeUrl, testInvitationId: id, candidate } = await mintCandidate(service, { camera: true });
    const { page, context } = await open({ permissions: ['camera'], allow: answersOf(429) });
    const test = testPageOf(page);
    await test.open(takeUrl);
    await page.getByRole('checkbox', { name: /^I agree that my camera takes pictures/ }).check();
    await test.start();
    await page.getByText('Camera on').waitFor();
    await expectCameraEvents(service, id, 'camera.granted');

    // The browser ends the camera's track, as when its plug is pulled.
    await context.clearPermissions();
    await page.getByText(isOff).waitFor();
    await expectCameraEvents(service, id, 'camera.granted', 'camera.lost');
    await test.choose('1');
    await expectStored(candidate, { 1: 'a' });

    // The picture of the reload may come sooner after the last one than the server takes it; it is sent again later.
    await context.grantPermissions(['camera']);
    await page.reload();
    await page.getByText('Camera on').waitFor();
    await expectCameraEvents(service, id, 'camera.granted', 'camera.lost', 'camera.granted');
  });
});

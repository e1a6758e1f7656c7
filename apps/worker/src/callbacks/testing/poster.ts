import { onTestFinished } from 'vitest';
import { makeAddressPolicy } from '../address-policy.ts';
import { type CallbackPosterOptions, makeCallbackPoster } from '../post-callback.ts';

export type PosterSettings = Partial<CallbackPosterOptions> & { readonly allow?: readonly string[] };

/** A poster that is closed when the test ends; `allow` is what ASSAY_CALLBACK_ALLOW would name. */
export const makePoster = ({ allow = ['127.0.0.0/8'], ...options }: PosterSettings = {}) => {
  const poster = makeCallbackPoster({ policy: makeAddressPolicy(allow), timeoutMilliseconds: 10_000, ...options });
  onTestFinished(() => poster.close());
  return poster;
};

/** The request of a test, of no interest but for its URL. */
export const requestTo = (url: string) => ({ url, headers: { 'content-type': 'application/json;charset=utf-8' }, body: '{"testId":1}' });

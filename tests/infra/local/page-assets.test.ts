/** Tests of the files that the pages of the local stack load. */
import { expect, it } from 'vitest';
import { findPageAsset } from '../../../infra/local/page-assets.ts';
import { TYPEFACE_FILES } from '../../../lib/design/typeface.ts';

it.each(TYPEFACE_FILES)('findPageAsset returns the font $name with a Cache-Control header', ({ name }) => {
  const asset = findPageAsset(`/assets/${name}`);

  expect(asset?.headers).toMatchObject({
    'content-type': 'font/woff2',
    'cache-control': 'public, max-age=86400',
  });
  expect(asset?.body.subarray(0, 4).toString('latin1')).toBe('wOF2');
});

it('findPageAsset returns the mark as an SVG image', () => {
  const asset = findPageAsset('/assets/mark.svg');

  expect(asset?.headers['content-type']).toBe('image/svg+xml');
  expect(asset?.body.toString()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
});

it.each(['/assets/', '/assets/../package.json', '/'])(
  'findPageAsset returns undefined for the path %s',
  path => {
    expect(findPageAsset(path)).toBeUndefined();
  },
);

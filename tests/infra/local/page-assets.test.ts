/** Tests of the files that the pages of the local stack load. */
import { describe, expect, it } from 'vitest';
import { findPageAsset } from '../../../infra/local/page-assets.ts';
import { TYPEFACE_FILES } from '../../../lib/design/typeface.ts';

describe('the assets of the pages of the local stack', () => {
  it.each(TYPEFACE_FILES)('$name is a cacheable font', ({ name }) => {
    const asset = findPageAsset(`/assets/${name}`);

    expect(asset?.headers).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=86400',
    });
    expect(asset?.body.subarray(0, 4).toString('latin1')).toBe('wOF2');
  });

  it('the mark is an SVG image', () => {
    const asset = findPageAsset('/assets/mark.svg');

    expect(asset?.headers['content-type']).toBe('image/svg+xml');
    expect(asset?.body.toString()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  });

  it.each(['/assets/', '/assets/../package.json', '/'])('there is no asset at %s', path => {
    expect(findPageAsset(path)).toBeUndefined();
  });
});

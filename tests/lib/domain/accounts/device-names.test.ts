import { expect, it } from 'vitest';
import { getDeviceName } from '../../../../lib/domain/accounts/device-names.ts';

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Windows'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.0 Safari/605.1.15`, 'Safari, macOS'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${APPLE} CriOS/140.0 Safari/604.1`,
    'Chrome, iPhone',
  ],
  ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36', 'Chrome, Android'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge, Windows'],
  ['curl/8.5.0', 'curl'],
  ['okhttp/4.9.3', 'okhttp'],
  ['Mozilla/5.0 (compatible)', null],
  ['<img src=x onerror=alert(1)>', null],
  [`${'x'.repeat(200)}/1`, 'x'.repeat(64)],
  [null, null],
])('the name of a device with the user agent %j is %j', (userAgent, name) => {
  expect(getDeviceName({ userAgent })).toBe(name);
});

it('the name that a device gets at a login takes precedence over the name from its user agent', () => {
  expect(getDeviceName({ userAgent: 'curl/8', deviceName: 'Janin telefón' })).toBe('Janin telefón');
});

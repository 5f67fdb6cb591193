/** Names by which users recognise the devices on which they are logged in (infra/docs/api/accounts.md#tokens). */
import type { Token } from '../model/accounts/credentials.ts';

/** Names of browsers, by the part of the user agent that reveals them. The first match is used. */
const BROWSERS: Readonly<Record<string, string>> = {
  Edg: 'Edge',
  OPR: 'Opera',
  SamsungBrowser: 'Samsung Internet',
  Firefox: 'Firefox',
  FxiOS: 'Firefox',
  Chrome: 'Chrome',
  CriOS: 'Chrome',
  Safari: 'Safari',
};
const SYSTEMS: Readonly<Record<string, string>> = {
  Android: 'Android',
  iPhone: 'iPhone',
  iPad: 'iPad',
  Windows: 'Windows',
  CrOS: 'ChromeOS',
  'Mac OS': 'macOS',
  Linux: 'Linux',
};

/** Matches the name of the first product, such as `curl` in `curl/8.5.0`. */
const PRODUCT = /^(?!Mozilla)[\w.-]{1,64}/;

/**
 * Returns the name that the device got at the login, or else a name derived from the user agent. Returns null if there
 * is neither.
 */
export function getDeviceName({
  deviceName,
  userAgent,
}: Pick<Token, 'deviceName' | 'userAgent'>): string | null {
  if (deviceName) return deviceName;
  const agent = userAgent ?? '';
  const [browser, system] = [BROWSERS, SYSTEMS].map(
    names => Object.entries(names).find(([part]) => agent.includes(part))?.[1],
  );
  return browser && system ? `${browser}, ${system}` : (PRODUCT.exec(agent)?.[0] ?? null);
}

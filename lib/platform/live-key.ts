/** Matches API keys of the provider's live mode, including restricted keys. */
const LIVE_KEY = /^[sr]k_live_/;

export function isLiveKey(key: string): boolean {
  return LIVE_KEY.test(key);
}

import { expect, it } from 'vitest';
import { buildConsole } from '../../../../infra/console/build-console.ts';

const SETTINGS = {
  TERMS_URL: 'https://x',
  PRIVACY_URL: 'https://x',
  CONTACT: 'pomoc@znalci.sk',
  COMMISSION_PERCENT: '10',
  MIN_COMMISSION: '1',
  PAYOUT_DELAY_DAYS: '0',
  SCANS_KEPT_DAYS: '90',
};

it.each([undefined, '', 'a tenth'])('the console is not built with the commission %s', async commission => {
  await expect(
    buildConsole('http://localhost:3000', { ...SETTINGS, COMMISSION_PERCENT: commission }),
  ).rejects.toThrow('COMMISSION_PERCENT must be a number.');
});

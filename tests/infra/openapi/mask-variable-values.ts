/** Masking of values that differ between runs: ids, times, secrets and emulator URLs. Texts of mails are shortened. */
import { DAY } from '../../../lib/durations.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const EXAMPLE_TIME = Date.parse('2026-01-15T09:30:00.000Z');

/**
 * Replaces the values of a text that differ between runs with constant ones.
 * @param begun start of the run; a replaced time keeps its distance from this start, in whole days
 */
export function maskVariableValues(text: string, begun: Date): string {
  return text
    .replaceAll(/("html": "<!doctype html>|"text": "[^\\"]+)(?:[^"\\]|\\.)*"/g, '$1…"')
    .replaceAll(
      new RegExp(`${UUID}@([\\w.]+)`, 'g'),
      numberMatches(index => `osoba${index}@`, '$1'),
    )
    .replaceAll(
      new RegExp(UUID, 'g'),
      numberMatches(index => `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`),
    )
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, moment => shiftDate(moment, begun))
    .replaceAll(/\|[\w-]{43}/g, '|qajmGlnsX0a8Nn3pQ2vB7tR5yU1wE4iO6zC9kL0sDfg')
    .replaceAll(/\+4219\d{8}/g, '+421901234567')
    .replaceAll(/\b(cs_test_|acct_|link_|pi_|re_|ch_|tr_)\w+/g, '$1a1B2c3D4e5F6')
    .replaceAll(/\b[0-9a-f]{32,64}\b/g, '411302f1ec98afaf62d0d52632ba355e')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+\/(pay|onboard\w*|connect)/g, 'https://payments.example/$1')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+\/[^/"]+/g, 'https://files.example')
    .replaceAll(/\?(?:X-Amz|response-)[^"]+/g, '?X-Amz-Signature=411302f1ec98afaf62d0d52632ba355e')
    .replaceAll(/"[\w-]{43}"/g, '"qajmGlnsX0a8Nn3pQ2vB7tR5yU1wE4iO6zC9kL0sDfg"')
    .replaceAll(/"([A-Za-z0-9+/=_-]{64,})"/g, '"eyJleHBpcmF0aW9uIjoi…"')
    .replaceAll(/whsec_[\w+/]{43}=/g, 'whsec_qajmGlnsX0a8Nn3pQ2vB7tR5yU1wE4iO6zC9kL0sDfg=')
    .replaceAll(/\b[A-Z2-7]{32}\b/g, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')
    .replaceAll(/"(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}"/g, '"JBSW-Y3DP-EHPK-3PXP"')
    .replaceAll(/\d{8}T\d{6}Z/g, '20260115T093000Z')
    .replaceAll(/(?<=local\/)\d{8}/g, '20260115')
    .replaceAll(/[\w-]{20,}\.[\w-]{40,}/g, 'eyJmcm9tIjp7fX0.R3Vlc3NpbmcgaXQ');
}

/** Returns a replacer that numbers different matches in the order of their first appearance. */
function numberMatches(name: (index: number) => string, rest = '') {
  const seen = new Map<string, number>();
  return (found: string, domain?: string) => {
    if (!seen.has(found)) seen.set(found, seen.size + 1);
    return name(seen.get(found) ?? 0) + (rest && domain ? domain : '');
  };
}

function shiftDate(moment: string, begun: Date): string {
  const days = Math.round((Date.parse(moment) - begun.getTime()) / DAY);
  return new Date(EXAMPLE_TIME + days * DAY).toISOString();
}

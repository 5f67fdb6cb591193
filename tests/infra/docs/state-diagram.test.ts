import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withDiagrams } from '../../../infra/docs/state-diagram.ts';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

describe('the state diagrams of the README', () => {
  it('are those of the code: `npm run docs` would change nothing', () => {
    expect(withDiagrams(readme)).toBe(readme);
  });

  it('show every arrow of contract §4 and no other', () => {
    const arrows = readme.match(/^ {2}\S+ --> .+$/gm)?.map(line => line.trim());

    expect(arrows).toEqual([
      '[*] --> pending',
      'pending --> offered: offer',
      'offered --> offered: offer',
      'offered --> accepted: accept',
      'accepted --> completed: complete',
      'pending --> cancelled: cancel',
      'offered --> cancelled: cancel',
      'completed --> [*]',
      'cancelled --> [*]',
      '[*] --> open',
      'open --> withdrawn: withdraw',
      'open --> accepted: accept',
      'open --> lapsed: lapse',
      'withdrawn --> [*]',
      'accepted --> [*]',
      'lapsed --> [*]',
    ]);
  });

  it('need their place in the text', () => {
    expect(() => withDiagrams('# Nothing')).toThrow('no <!-- state diagrams');
  });
});

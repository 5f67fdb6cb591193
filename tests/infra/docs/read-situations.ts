import { readFileSync } from 'node:fs';
import type { SituationRow } from './run-situation.ts';

/** Returns the situations in the order of the page, each with the starting point that precedes it. */
export function readSituations(): SituationRow[] {
  const page = readFileSync(new URL('../../../infra/docs/partners.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split('## Every situation');
  const [text = ''] = section.split('\n## ');
  let startingPoint = '';
  return [...text.matchAll(/^(?:Begin with (.+):|- (.+?): (.*)→ (.+))$/gm)].flatMap(
    ([, start, situation, steps = '', result = '']) => {
      if (start) startingPoint = start;
      return situation ? [{ situation, startingPoint, steps, result }] : [];
    },
  );
}

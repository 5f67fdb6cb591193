/** `npm run docs`: writes what is generated in README.md anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withDiagrams } from './state-diagram.ts';

const README = new URL('../../README.md', import.meta.url);
writeFileSync(README, withDiagrams(readFileSync(README, 'utf8')));

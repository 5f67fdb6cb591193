/** `npm run stripe`: writes what the stand-in holds calls against, anew from the installed library. */
import { writeFileSync } from 'node:fs';
import { describeStripe } from './describe.ts';

const file = new URL('description.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(describeStripe(), undefined, 2)}\n`);

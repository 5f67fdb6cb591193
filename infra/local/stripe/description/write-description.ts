/** Entry point of `npm run stripe`, which writes the description of Stripe's API from the installed library. */
import { writeFileSync } from 'node:fs';
import { describeStripe } from './describe-stripe.ts';

const file = new URL('description.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(describeStripe(), undefined, 2)}\n`);

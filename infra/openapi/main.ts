/** `npm run openapi`: the API's description, on standard output. */
import { describeApi } from './api.ts';

console.log(JSON.stringify(await describeApi(), null, 2));

/** `npm run openapi`: the API's description, on standard output. `-- --all`: with what is for operators. */
import { describeApi, notForOperators } from './api.ts';

const isWhole = process.argv.includes('--all');
console.log(JSON.stringify(await (isWhole ? describeApi() : describeApi(notForOperators)), null, 2));

/** `npm run openapi` prints the API description. With `-- --all` it includes the operators' routes. */
import { describeApi, notForOperators } from './api.ts';

const isWhole = process.argv.includes('--all');
console.log(JSON.stringify(await (isWhole ? describeApi() : describeApi(notForOperators)), null, 2));

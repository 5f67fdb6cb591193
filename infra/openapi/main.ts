/** Entry point of `npm run openapi`, which prints the API description. `-- --all` includes the operators' routes. */
import { describeApi, excludeOperatorRoutes } from './describe-api.ts';

const includesOperatorRoutes = process.argv.includes('--all');
console.log(
  JSON.stringify(
    await (includesOperatorRoutes ? describeApi() : describeApi(excludeOperatorRoutes)),
    null,
    2,
  ),
);

/** Entry point of `npm run openapi`, which prints the API description. `-- --all` includes the operators' routes. */
import { Command } from 'commander';
import { describeApi, excludeOperatorRoutes } from './describe-api.ts';

const { all: includesOperatorRoutes } = new Command('npm run openapi --')
  .description("Print the API's description.")
  .option('--all', "Include the operators' routes.")
  .parse()
  .opts<{ all?: true }>();
console.log(
  JSON.stringify(
    await (includesOperatorRoutes ? describeApi() : describeApi(excludeOperatorRoutes)),
    null,
    2,
  ),
);

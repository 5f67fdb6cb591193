/** Values of serverless.yml that code creates. The variables `${file(…)}` of Serverless load no TypeScript themselves. */
module.exports = {
  ...require('./functions/index.ts'),
  ...require('./http-api/cors.ts'),
  ...require('./http-api/throttling.ts'),
  ...require('./parts/commit.ts'),
  ...require('./parts/state-values.ts'),
  ...require('./resources/alarms/function-alarms.ts'),
};

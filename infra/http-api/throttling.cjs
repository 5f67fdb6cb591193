/**
 * How much the edge lets in, whoever calls: less of what hashes passwords, a processor each for a
 * quarter of a second. The limits per source and user are in lib/domain/rate-limits.ts.
 *
 * @typedef {import('../functions/index.cjs').Serverless} Serverless
 * @typedef {import('../functions/stage.cjs').Throttle} Throttle
 */
const naming = require('../functions/naming.cjs');
const { listEntries, listRoutes } = require('../functions/index.cjs');
const { readStage } = require('../functions/stage.cjs');

/** @param {Serverless} serverless */
async function throttling({ resolveConfigurationProperty }) {
  const stage = await readStage(resolveConfigurationProperty);
  if (!stage.throttling) return {}; // The local stack has no edge.
  const { all, hashing } = stage.throttling;
  const hashes = listEntries(stage).filter(([, { needs }]) => needs?.secrets?.includes('password-peppers'));
  const routes = listRoutes(Object.fromEntries(hashes));

  const HttpApiStage = {
    // API Gateway refuses settings of a route that is not there yet.
    DependsOn: routes.map(route => naming.getHttpApiRouteLogicalId(route)),
    Properties: {
      DefaultRouteSettings: settingsOf(all),
      RouteSettings: Object.fromEntries(routes.map(route => [route, settingsOf(hashing)])),
    },
  };
  return { extensions: { HttpApiStage } };
}

/** @param {Throttle} throttle */
const settingsOf = ({ rate, burst }) => ({ ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst });

module.exports = { throttling };

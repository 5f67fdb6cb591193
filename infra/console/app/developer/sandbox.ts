/** What sandbox stages have besides (contract §3). Where they do not answer, nothing of it is shown. */
import { useEffect, useState } from 'preact/hooks';
import { ROUTES, type User } from '../../../client/runtime/index.ts';
import { api } from '../core/api.ts';

export interface Mail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly sentAt: string;
  readonly state: 'sent' | 'refused' | 'held';
}

export interface Happening {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly requestId: string | null;
  readonly about: unknown;
}

export interface PageOf<Item> {
  readonly data: readonly Item[];
  readonly meta: { readonly next_cursor: string | null };
}

type AnyMethod = (input: object) => Promise<unknown>;

/** By its route: the description names it only where there is one. */
function call<Answer>(route: string): (input?: object) => Promise<Answer> {
  const [name] = Object.entries(ROUTES).find(([, { method, path }]) => `${method} ${path}` === route) ?? [];
  const method = (api as unknown as Record<string, AnyMethod>)[name ?? ''];
  return async (input = {}) => {
    if (!method) throw new Error(`There is no ${route}.`);
    return (await method(input)) as Answer;
  };
}

export const sandbox = {
  mails: call<PageOf<Mail>>('GET /api/v1/sandbox/me/mails'),
  events: call<PageOf<Happening>>('GET /api/v1/sandbox/me/events'),
  toggleApproval: call<unknown>('POST /api/v1/sandbox/me/approval/toggle'),
  review: call<User>('POST /api/v1/sandbox/me/identity-review'),
  setPaymentAccount: call<User>('POST /api/v1/sandbox/me/payment-account'),
  expireLinks: call<void>('POST /api/v1/sandbox/me/expire-links'),
  makeOverdue: call<unknown>('POST /api/v1/sandbox/testimonies/{id}/overdue'),
};

interface Available {
  readonly mails: boolean;
  readonly events: boolean;
  readonly switches: boolean;
}

/** Found out by asking: the first of its routes stands for all. */
export function useSandbox(signedIn: boolean): Available {
  const [here, setHere] = useState(false);
  useEffect(() => {
    if (!signedIn) return setHere(false);
    sandbox.mails().then(
      () => setHere(true),
      () => setHere(false),
    );
  }, [signedIn]);
  return { mails: here, events: here, switches: here };
}

/**
 * Creation and changes of partners (infra/docs/api/partners.md). Each writes an audit entry and a mail to the partner.
 */
import { addTasks, recordAction } from '../changes.ts';
import { DomainError, FieldError } from '../errors.ts';
import type { AuditAction, OperatorDecision } from '../model/audit.ts';
import type { Decision } from '../model/change.ts';
import type { Partner, PartnerChange } from '../model/partner.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { type DecisionFunction, withCurrent } from '../unit-of-work.ts';
import { createPartnerKey } from './partner-keys.ts';

type Deps = Pick<Dependencies, 'clock' | 'partners' | 'random'>;
export type PartnerSettings = Pick<Partner, 'name' | 'frontendUrl'>;

/** A partner with the plaintext of its new key, which is not stored. */
export interface PartnerWithKey {
  readonly partner: Partner;
  readonly key: string;
}

const AUDIT_ACTIONS: Readonly<Record<PartnerChange, AuditAction>> = {
  created: 'partner created',
  changed: 'partner changed',
  'key-rotated': 'partner key rotated',
  disabled: 'partner disabled',
};

const FORMER_KEY_MS = 24 * 3600_000;
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1']);

/** @throws FieldError on `frontendUrl` unless the URL begins with `https:`, or is local in a sandbox */
function assertFrontendUrl(frontendUrl: string, { partners }: Pick<Deps, 'partners'>): void {
  const { protocol, hostname } = new URL(frontendUrl);
  if (protocol !== 'https:' && !(partners.areMarkets && LOCAL_HOSTS.has(hostname)))
    throw new FieldError({ frontendUrl: ['frontend-url'] });
}

export function createPartner(
  input: PartnerSettings & Pick<Partner, 'email' | 'isSelfRegistered'>,
  decision: OperatorDecision,
  deps: Deps,
): Decision<PartnerWithKey> {
  assertFrontendUrl(input.frontendUrl, deps);
  const { name, email, frontendUrl, isSelfRegistered } = input;
  const id = deps.random.uuid();
  const { key, plaintext } = createPartnerKey(id, deps);
  const createdAt = deps.clock.now().toISOString();
  const settings = { name, email, frontendUrl, isSelfRegistered };
  const partner = { id, ...settings, keys: [key], createdAt, disabledAt: null, version: 1 };
  const { changes } = decideChange(undefined, partner, 'created', decision, deps);
  return { result: { partner, key: plaintext }, changes };
}

export function updatePartner(
  partner: Partner,
  {
    name = partner.name,
    frontendUrl = partner.frontendUrl,
  }: { [Name in keyof PartnerSettings]?: string | undefined },
  deps: Deps,
): Decision<Partner> {
  assertFrontendUrl(frontendUrl, deps);
  const isSame = name === partner.name && frontendUrl === partner.frontendUrl;
  if (isSame) return { result: partner, changes: [] };
  return decideChange(
    partner,
    { ...partner, name, frontendUrl },
    'changed',
    { who: 'partner', why: null },
    deps,
  );
}

/** Creates a new key. The current one is valid for another day, and a former one ends. */
export function rotatePartnerKey(
  partner: Partner,
  decision: OperatorDecision,
  deps: Deps,
): Decision<PartnerWithKey> {
  const { key, plaintext } = createPartnerKey(partner.id, deps);
  const validUntil = new Date(deps.clock.now().getTime() + FORMER_KEY_MS).toISOString();
  const former = partner.keys.slice(0, 1).map(({ hash }) => ({ hash, validUntil }));
  const after = { ...partner, keys: [key, ...former] };
  const { result, changes } = decideChange(partner, after, 'key-rotated', decision, deps);
  return { result: { partner: result, key: plaintext }, changes };
}

/** @throws DomainError `wrong-state` when the partner is disabled already */
export function disablePartner(partner: Partner, decision: OperatorDecision, deps: Deps): Decision<Partner> {
  if (partner.disabledAt !== null) throw new DomainError('wrong-state');
  const after = { ...partner, disabledAt: deps.clock.now().toISOString() };
  return decideChange(partner, after, 'disabled', decision, deps);
}

function decideChange(
  before: Partner | undefined,
  after: Partner,
  change: PartnerChange,
  decision: OperatorDecision,
  deps: Deps,
): Decision<Partner> {
  return {
    result: after,
    changes: [
      { kind: 'partner-stored', before, after },
      recordAction({ subjectId: after.id, what: AUDIT_ACTIONS[change], ...decision }, deps),
      ...addTasks([{ kind: 'mail', mail: 'partner-changed', userId: after.id, change }], deps),
    ],
  };
}

/** Calls `decide` with the current version of a partner, and again after a write conflict (`withCurrent`). */
export const withCurrentPartner = <Result>(
  read: Partner,
  { partners }: Pick<Deps, 'partners'>,
  decide: (partner: Partner) => Decision<Result>,
): DecisionFunction<Result> => withCurrent(read, () => partners.find(read.id), decide);

/**
 * Creation and changes of partners (infra/docs/api/partners.md). Each creation or change writes an audit entry and a
 * mail to the partner.
 */
import { DAY } from '../../durations.ts';
import { auditChanges, tasksAdded } from '../changes.ts';
import { DomainError, FieldError } from '../errors.ts';
import type { AuditAction, OperatorDecision } from '../model/activity/audit.ts';
import type { Change, Decision } from '../model/change.ts';
import type { Partner, PartnerChange } from '../model/partners/partner.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { type DecisionFunction, withCurrent } from '../unit-of-work.ts';
import {
  type ChangedWebhook,
  decideWebhookChange,
  removeWebhook,
  replaceSecret,
  type WebhookChangeDependencies,
  type WebhookSettings,
} from '../webhooks/endpoints.ts';
import { createPartnerKey } from './partner-keys.ts';

type Deps = Pick<Dependencies, 'clock' | 'partners' | 'random'>;
type PartnerSettings = Pick<Partner, 'name' | 'frontendUrl'>;

/** A partner with the plaintext of its new key, which is not stored. */
export interface PartnerWithKey {
  readonly partner: Partner;
  readonly key: string;
}

const AUDIT_ACTIONS: Readonly<Record<PartnerChange, AuditAction>> = {
  created: 'partner created',
  changed: 'partner changed',
  'key-rotated': 'partner key rotated',
  'webhook-secret-rotated': 'partner webhook secret rotated',
  disabled: 'partner disabled',
};

const BY_PARTNER: OperatorDecision = { who: 'partner', why: null };

const FORMER_KEY_MS = DAY;
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

/**
 * Changes a partner at the request of the partner. Absent settings keep their values.
 * @throws DomainError `unauthenticated` when the partner was disabled in the meantime
 */
export async function updatePartner(
  partner: Partner,
  {
    name = partner.name,
    frontendUrl = partner.frontendUrl,
    webhook,
  }: {
    readonly name?: string | undefined;
    readonly frontendUrl?: string | undefined;
    readonly webhook?: WebhookSettings | null | undefined;
  },
  deps: Deps & WebhookChangeDependencies,
): Promise<Decision<ChangedWebhook & { readonly partner: Partner }>> {
  if (partner.disabledAt !== null) throw new DomainError('unauthenticated');
  assertFrontendUrl(frontendUrl, deps);
  const { result, changes } = await decideWebhookChange(partner.id, webhook, deps);
  const isSame = name === partner.name && frontendUrl === partner.frontendUrl && changes.length === 0;
  if (isSame) return { result: { ...result, partner }, changes };
  const changed = decideChange(partner, { ...partner, name, frontendUrl }, 'changed', BY_PARTNER, deps);
  return { result: { ...result, partner: changed.result }, changes: [...changed.changes, ...changes] };
}

/** @throws DomainError `not-found` when the partner has no webhook */
export async function rotateWebhookSecret(
  partner: Partner,
  deps: Deps & Pick<Dependencies, 'webhooks' | 'webhookSecrets'>,
): Promise<Decision<Required<ChangedWebhook>>> {
  const { result, changes } = await replaceSecret(await deps.webhooks.find(partner.id), deps);
  return {
    result,
    changes: [...changes, ...recordPartnerChange(partner, 'webhook-secret-rotated', BY_PARTNER, deps)],
  };
}

/**
 * Rotates the key at the request of the partner. A former key may have been replaced because it was stolen, so it can
 * neither replace the current key nor use up the limit of rotations.
 * @throws DomainError `unauthenticated` when the partner was disabled in the meantime, `forbidden` for a former key
 */
export function rotateOwnKey(partner: Partner, keyHash: string, deps: Deps): Decision<PartnerWithKey> {
  if (partner.disabledAt !== null) throw new DomainError('unauthenticated');
  if (partner.keys[0]?.hash !== keyHash) throw new DomainError('forbidden');
  const { result, changes } = rotatePartnerKey(partner, BY_PARTNER, deps);
  const hit = { limit: 'partner-key-rotations', key: partner.id, at: deps.clock.now() } as const;
  return { result, changes: [{ kind: 'rate-limit-counted', hit }, ...changes] };
}

/**
 * Creates a new key. The current key stays valid for another day, and a former key becomes invalid at once.
 * @throws DomainError `wrong-state` for a disabled partner
 */
export function rotatePartnerKey(
  partner: Partner,
  decision: OperatorDecision,
  deps: Deps,
): Decision<PartnerWithKey> {
  if (partner.disabledAt !== null) throw new DomainError('wrong-state');
  const { key, plaintext } = createPartnerKey(partner.id, deps);
  const validUntil = new Date(deps.clock.now().getTime() + FORMER_KEY_MS).toISOString();
  const former = partner.keys.slice(0, 1).map(({ hash }) => ({ hash, validUntil }));
  const after = { ...partner, keys: [key, ...former] };
  const { result, changes } = decideChange(partner, after, 'key-rotated', decision, deps);
  return { result: { partner: result, key: plaintext }, changes };
}

/**
 * Disables a partner and removes its webhook. Webhook deliveries that wait for an attempt are dropped.
 * @throws DomainError `wrong-state` when the partner is disabled already
 */
export async function disablePartner(
  partner: Partner,
  decision: OperatorDecision,
  deps: Deps & Pick<Dependencies, 'webhooks'>,
): Promise<Decision<Partner>> {
  if (partner.disabledAt !== null) throw new DomainError('wrong-state');
  const after = { ...partner, disabledAt: deps.clock.now().toISOString() };
  const { result, changes } = decideChange(partner, after, 'disabled', decision, deps);
  return { result, changes: [...changes, ...removeWebhook(await deps.webhooks.find(partner.id))] };
}

function decideChange(
  before: Partner | undefined,
  after: Partner,
  change: PartnerChange,
  decision: OperatorDecision,
  deps: Deps,
): Decision<Partner> {
  const stored = { kind: 'partner-stored', before, after } as const;
  return { result: after, changes: [stored, ...recordPartnerChange(after, change, decision, deps)] };
}

/** Records a change in the audit log, and mails it to the partner. */
function recordPartnerChange(
  { id }: Partner,
  change: PartnerChange,
  decision: OperatorDecision,
  deps: Deps,
): Change[] {
  return [
    ...auditChanges({ subjectId: id, what: AUDIT_ACTIONS[change], ...decision }, deps),
    ...tasksAdded([{ kind: 'mail', mail: 'partner-changed', userId: id, change }], deps),
  ];
}

/** Calls `decide` with the current version of a partner, and again after a write conflict (`withCurrent`). */
export const withCurrentPartner = <Result>(
  read: Partner,
  { partners }: Pick<Deps, 'partners'>,
  decide: (partner: Partner) => Decision<Result> | Promise<Decision<Result>>,
): DecisionFunction<Result> => withCurrent(read, () => partners.find(read.id), decide);

/**
 * Digest of new testimonies for the experts of their region (infra/docs/api/mails.md#digest-of-new-testimonies). A new
 * testimony adds a job, which adds one job for its region and the current period. After the period, that job adds a
 * mail for each expert. The ids of these jobs are derived, so that neither retries nor experts with several regions
 * cause duplicates. A testimony whose client verifies the address later is announced when it becomes visible.
 */
import { createChildJob, testimonyChanged } from '../changes.ts';
import type { User } from '../model/accounts/account.ts';
import type { Job, TaskOf } from '../model/jobs/job.ts';
import {
  choosePeriod,
  type DigestPeriod,
  getDigestTime,
  getPeriodEnd,
  isDigestRecipient,
  MAX_LISTED_TESTIMONIES,
} from '../model/mails/digest.ts';
import type { MailTypes } from '../model/mails/mail.ts';
import { isOpen, type Testimony } from '../model/testimonies/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { listOfferableTestimonies, withoutUnverifiedClients } from '../testimonies/offerable.ts';
import { addJobOnce, commitDecision, withCurrent } from '../unit-of-work.ts';
import { createUnsubscribeLink } from './unsubscribe.ts';

const EXPERTS_PER_JOB = 25;
const TESTIMONIES_PER_JOB = 25;

/** Limits for reading the testimonies of one digest: the number of testimonies per read, and the number of reads. */
const READ_LIMIT = 100;
const MAX_READS = 5;

type JobDeps = Pick<Dependencies, 'clock' | 'digests' | 'random' | 'unitOfWork'>;

/** Adds the job of the region and the current period, unless another testimony has added it. */
export async function announceTestimony(task: TaskOf<'announce-testimony'>, deps: JobDeps): Promise<void> {
  await addRegionJob(task, deps.clock.now(), deps);
}

async function addRegionJob(
  { region, market }: Pick<TaskOf<'notify-region'>, 'region' | 'market'>,
  now: Date,
  deps: JobDeps,
): Promise<void> {
  const place = { region, ...(market && { market }) };
  const end = getPeriodEnd(now, deps.digests.periodMinutes);
  const task = { kind: 'notify-region', ...place, until: end.toISOString() } as const;
  // The id begins with the time, like the ids of other jobs.
  const time = end.getTime().toString(16).padStart(12, '0');
  const period = `${time.slice(0, 8)}-${time.slice(8)}-7`;
  const notBefore = getDigestTime(end).toISOString();
  const name = [region, market].filter(Boolean).join(' ');
  await addJobOnce(createChildJob(period, `digest ${name}`, task, deps, notBefore), deps);
}

/**
 * Makes one page of a client's hidden testimonies visible, after the client has verified the e-mail address, and adds
 * the job of the next page.
 */
export async function announceClient(
  task: TaskOf<'announce-client'>,
  jobId: string,
  deps: JobDeps & Pick<Dependencies, 'accounts' | 'testimonies'>,
): Promise<void> {
  const { userId, after } = task;
  const client = await deps.accounts.find(userId);
  if (!client?.emailVerified) return;
  const page = { limit: TESTIMONIES_PER_JOB, ...(after !== undefined && { from: after }) };
  const { items, next } = await deps.testimonies.listOfClient(userId, page);
  for (const testimony of items.filter(isHidden)) await showTestimony(testimony, deps);
  if (next === undefined) return;
  await addJobOnce(createChildJob(jobId, next, { ...task, after: next }, deps), deps);
}

const isHidden = (testimony: Testimony) => isOpen(testimony) && testimony.visibleSince === null;

/**
 * Makes a testimony visible. The job of its region is added first, so that no failure leaves a visible testimony
 * without this job.
 */
async function showTestimony(
  read: Testimony,
  deps: JobDeps & Pick<Dependencies, 'testimonies'>,
): Promise<void> {
  const { id: testimonyId } = read;
  const { market } = read;
  const place = { region: read.realEstate.region, ...(market && { market }) };
  const now = deps.clock.now();
  const visibleSince = now.toISOString();
  await addRegionJob(place, now, deps);
  const decide = (current: Testimony) => ({
    result: current,
    changes: isHidden(current)
      ? [
          ...testimonyChanged(current, { ...current, visibleSince }, deps),
          { kind: 'revealed-testimony-listed', testimonyId, ...place, visibleSince } as const,
        ]
      : [],
  });
  await commitDecision(
    withCurrent(read, () => deps.testimonies.find(testimonyId), decide),
    deps,
  );
}

/** Adds a digest mail for each expert on one page of the region's experts, and the job of the next page. */
export async function notifyRegion(
  task: TaskOf<'notify-region'>,
  jobId: string,
  deps: JobDeps,
): Promise<void> {
  const { region, market, until, after } = task;
  const page = { limit: EXPERTS_PER_JOB, ...(after !== undefined && { from: after }) };
  const { items, next } = await deps.digests.listExperts(region, market, page);
  for (const userId of items) {
    const mail = { kind: 'mail', mail: 'new-testimonies', userId } as const;
    await addJobOnce(createChildJob(userId, `digest ${until}`, mail, deps), deps);
  }
  if (next === undefined) return;
  await addJobOnce(createChildJob(jobId, next, { ...task, after: next }, deps), deps);
}

/**
 * Gathers the facts of a digest.
 * @returns undefined when the user gets no digests, another digest covers the period, or there is nothing new
 */
export async function gatherDigestFacts(
  user: User,
  { id: jobId }: Pick<Job, 'id'>,
  deps: Pick<Dependencies, 'accounts' | 'clock' | 'digests' | 'linkSigner' | 'testimonies'>,
): Promise<MailTypes['new-testimonies']['facts'] | undefined> {
  if (user.role !== 'expert' || !isDigestRecipient(user)) return undefined;
  const last = await deps.digests.findLast(user.id);
  const period = choosePeriod(last, jobId, deps.clock.now(), deps.digests.periodMinutes);
  const lists = period && [
    listNewTestimonies(user, period, deps),
    listRevealedTestimonies(user, period, deps),
  ];
  const found = (await Promise.all(lists ?? [])).flat().sort((a, b) => (a.id > b.id ? -1 : 1));
  if (!period || found.length === 0) return undefined;
  return {
    testimonies: found
      .slice(0, MAX_LISTED_TESTIMONIES)
      .map(({ id, realEstate: { type, region, properties } }) => ({
        id,
        type,
        region,
        area: properties?.area,
      })),
    hasMore: found.length > MAX_LISTED_TESTIMONIES,
    unsubscribeUrl: await createUnsubscribeLink(user, deps),
    claim: { digest: { expertId: user.id, jobId, ...period }, replaced: last },
  };
}

/**
 * Lists the testimonies of a period that are open and on which the expert has no open offer, newest first. Stops after
 * `MAX_READS` reads, or when it has found more testimonies than a digest lists, so that the digest can say that there
 * are more.
 */
async function listNewTestimonies(
  expert: Extract<User, { role: 'expert' }>,
  { from: createdAfter, until }: DigestPeriod,
  deps: Pick<Dependencies, 'accounts' | 'testimonies'>,
): Promise<readonly Testimony[]> {
  const found: Testimony[] = [];
  let from: string | undefined;
  for (let reads = 0; reads < MAX_READS && found.length <= MAX_LISTED_TESTIMONIES; reads++) {
    const pageRequest = { limit: READ_LIMIT, ...(from !== undefined && { from }) };
    const page = await listOfferableTestimonies(expert, pageRequest, { createdAfter }, deps);
    found.push(
      ...page.items.filter(({ createdAt, visibleSince }) => createdAt <= until && visibleSince === undefined),
    );
    from = page.next;
    if (from === undefined) break;
  }
  return found;
}

/**
 * Lists the testimonies that became visible only after their creation, within a period, under the same conditions as
 * `listNewTestimonies`.
 */
async function listRevealedTestimonies(
  expert: Extract<User, { role: 'expert' }>,
  period: DigestPeriod,
  deps: Pick<Dependencies, 'accounts' | 'digests' | 'testimonies'>,
): Promise<readonly Testimony[]> {
  const ids = await deps.digests.listRevealedTestimonies(expert, period);
  const offers = await deps.testimonies.listOffersOfExpert(expert.id, ids);
  const offered = offers.filter(({ state }) => state === 'open').map(({ testimonyId }) => testimonyId);
  const open = (await deps.testimonies.findAll(ids)).filter(isOpen);
  return withoutUnverifiedClients(
    open.filter(({ id }) => !offered.includes(id)),
    deps,
  );
}

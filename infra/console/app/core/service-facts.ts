/** Facts about the service that depend on its stage. The build writes them into index.html. */
interface ServiceFacts {
  /** URLs of the terms, the privacy policy and the contact. */
  readonly terms: string;
  readonly privacy: string;
  readonly contact: string;
  readonly commissionPercent: number;
  /** Minimum commission in euros. */
  readonly minCommission: number;
  /** Days between delivery and payout. */
  readonly payoutDelayDays: number;
  /** Days until scans of identity documents are deleted, by the outcome of the review. */
  readonly scanDays: Readonly<Record<'accepted' | 'rejected' | 'unreviewed', number>>;
}

export const SERVICE_FACTS = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="facts"]')?.content ?? '{}',
) as ServiceFacts;

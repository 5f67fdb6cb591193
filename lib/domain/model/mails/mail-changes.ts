/** Changes of the records of mails and digests, as parts of a decision (`model/change.ts`). */
import type { DigestClaim, RevealedTestimony } from './digest.ts';
import type { MailRecord } from './mail-record.ts';

export interface MailChanges {
  /**
   * A job is about to send a digest. The change is rejected when another job has claimed or sent one since the read.
   */
  'digest-claimed': DigestClaim;
  'revealed-testimony-listed': RevealedTestimony;
  'digest-sent': {
    readonly expertId: string;
    readonly jobId: string;
    readonly at: string;
  };
  /** A mail that was sent, held, withheld or rejected. */
  'mail-recorded': { readonly mail: MailRecord };
}

/** New entries of the activity log and of the audit log, as parts of a decision (`model/change.ts`). */
import type { Activity } from './activity.ts';
import type { AuditEntry } from './audit.ts';

export interface ActivityChanges {
  /**
   * An entry of a user's activity log. The webhook of the user's partner also receives the entry if the webhook
   * subscribes to its type.
   */
  'activity-recorded': { readonly activity: Activity };
  'audit-entry-recorded': { readonly entry: AuditEntry };
}

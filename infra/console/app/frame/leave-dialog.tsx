/** Dialog that asks whether unsent input may be lost. */

import { useTexts } from '../core/language.ts';
import { decideLeave, pendingLeave } from '../core/leave-guard.ts';
import { useStore } from '../core/store.ts';
import { Dialog } from '../ui/dialog.tsx';

export function LeaveDialog() {
  const { t } = useTexts();
  if (!useStore(pendingLeave)) return null;
  return (
    <Dialog title={t('leaveTitle')} onClose={() => decideLeave(false)}>
      <p>{t('leaveText')}</p>
      <p class="actions">
        <button type="button" class="button primary" onClick={() => decideLeave(false)}>
          {t('stay')}
        </button>
        <button type="button" class="button danger" onClick={() => decideLeave(true)}>
          {t('leave')}
        </button>
      </p>
    </Dialog>
  );
}

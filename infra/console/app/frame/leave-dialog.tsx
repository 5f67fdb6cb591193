import { t } from '../core/language.ts';
import { decideLeave, pendingLeave } from '../core/leave-guard.ts';
import { Button } from '../ui/buttons.tsx';
import { Dialog } from '../ui/dialog.tsx';

export function LeaveDialog() {
  if (!pendingLeave.value) return null;
  return (
    <Dialog title={t('leaveTitle')} onClose={() => decideLeave(false)}>
      <p>{t('leaveText')}</p>
      <p class="actions">
        <Button kind="primary" onClick={() => decideLeave(false)} text={t('stay')} />
        <Button kind="danger" onClick={() => decideLeave(true)} text={t('leave')} />
      </p>
    </Dialog>
  );
}

import { t } from '../core/language.ts';
import { decideNavigation, pendingNavigation } from '../core/leave-guard.ts';
import { Button } from '../ui/buttons.tsx';
import { Dialog } from '../ui/dialog.tsx';

export function LeaveDialog() {
  if (!pendingNavigation.value) return null;
  return (
    <Dialog title={t('leaveTitle')} onClose={() => decideNavigation(false)}>
      <p>{t('leaveText')}</p>
      <p class="actions">
        <Button kind="primary" onClick={() => decideNavigation(false)} text={t('stay')} />
        <Button kind="danger" onClick={() => decideNavigation(true)} text={t('leave')} />
      </p>
    </Dialog>
  );
}

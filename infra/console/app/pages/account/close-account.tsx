import type { User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { navigate } from '../../core/router.ts';
import { endSessionAfter } from '../../core/session.ts';
import { Card } from '../../ui/page.tsx';
import { PasswordDialog } from '../../ui/password-dialog.tsx';
import type { PasswordProof } from '../../ui/password-field.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
import { AccountFrame } from './account-frame.tsx';
import { closedAccountEmail } from './goodbye.tsx';

export function CloseAccountPage({ user }: { user: User }) {
  const closeAccount = (body: PasswordProof) =>
    endSessionAfter(async () => {
      await api.closeMe({ body });
      closedAccountEmail.value = user.email;
      navigate('/goodbye', { replace: true });
    });
  return (
    <AccountFrame user={user} title={t('data')}>
      <Card>
        <SettingRow title={t('export')} text={t('exportLead')}>
          <PasswordDialog title={t('exportButton')} send={downloadExport} />
        </SettingRow>
        <SettingRow title={t('closeAccount')} text={t('closeLead')}>
          <PasswordDialog title={t('closeAccount')} kind="danger" send={closeAccount}>
            <p>{t('closeForEver')}</p>
          </PasswordDialog>
        </SettingRow>
      </Card>
    </AccountFrame>
  );
}

/** Requests all pages of the data export and downloads them as one file. */
async function downloadExport(body: PasswordProof): Promise<void> {
  let { data, meta } = await api.exportMe({ body });
  const parts = [data];
  while (meta.next_cursor) {
    ({ data, meta } = await api.exportMe({ body: { cursor: meta.next_cursor } }));
    parts.push(data);
  }
  const file = new Blob([JSON.stringify(parts, null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = 'trhovisko-posudkov.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

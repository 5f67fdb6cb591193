import type { User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { navigate } from '../../core/router.ts';
import { endSessionAfter } from '../../core/session.ts';
import { DialogButton } from '../../ui/dialog.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Card } from '../../ui/page.tsx';
import { CurrentPasswordField, type PasswordProof } from '../../ui/password-field.tsx';
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
      <Card title={t('export')}>
        <p>{t('exportLead')}</p>
        <Form label={t('export')} leaveWarning="never" onSubmit={downloadExport}>
          <CurrentPasswordField />
          <SubmitButton>{t('exportButton')}</SubmitButton>
        </Form>
      </Card>
      <Card title={t('closeAccount')}>
        <p>{t('closeLead')}</p>
        <DialogButton text={t('closeAccount')} kind="danger">
          {() => (
            <>
              <p>{t('closeForEver')}</p>
              <Form label={t('closeAccount')} leaveWarning="never" onSubmit={closeAccount}>
                <CurrentPasswordField />
                <SubmitButton kind="danger">{t('closeAccount')}</SubmitButton>
              </Form>
            </>
          )}
        </DialogButton>
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

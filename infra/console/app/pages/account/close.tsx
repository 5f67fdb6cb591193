/** What is kept of somebody, to take along; and the end of the account. */
import { useState } from 'preact/hooks';
import type { User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api.ts';
import { useTexts } from '../../core/language.ts';
import { navigate } from '../../core/router.ts';
import { leave } from '../../core/session.ts';
import { Act } from '../../ui/act.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form, Submit } from '../../ui/form.tsx';
import { Card } from '../../ui/page.tsx';
import { AccountFrame } from './frame.tsx';

export function ClosePage({ user }: { user: User }) {
  const { t } = useTexts();
  const [asking, setAsking] = useState(false);
  return (
    <AccountFrame user={user} title={t('data')}>
      <Card title={t('export')}>
        <p>{t('exportLead')}</p>
        <Act act={saveExport}>{t('exportButton')}</Act>
      </Card>
      <Card title={t('closeAccount')}>
        <p>{t('closeLead')}</p>
        <button type="button" class="button danger" onClick={() => setAsking(true)}>
          {t('closeAccount')}
        </button>
      </Card>
      {asking && (
        <Dialog title={t('closeAccount')} close={() => setAsking(false)}>
          <p>{t('closeForEver')}</p>
          <Form
            label={t('closeAccount')}
            submit={async (body: { currentPassword: string }) => {
              await api.closeMe({ body });
              leave();
              navigate('/');
            }}
          >
            <Field
              name="currentPassword"
              label={t('currentPassword')}
              type="password"
              autocomplete="current-password"
            />
            <Submit kind="danger">{t('closeAccount')}</Submit>
          </Form>
        </Dialog>
      )}
    </AccountFrame>
  );
}

/** Every part of it, as one file. */
async function saveExport(): Promise<void> {
  const parts: unknown[] = [];
  let cursor: string | undefined;
  do {
    const part = await api.exportMe({ query: cursor ? { cursor } : {} });
    parts.push(part.data);
    cursor = new URL(part.links.next ?? 'about:blank').searchParams.get('cursor') ?? undefined;
  } while (cursor);
  const file = new Blob([JSON.stringify(parts, null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = 'trhovisko-posudkov.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

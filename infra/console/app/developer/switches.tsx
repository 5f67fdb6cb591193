/** The sandbox's switches: what an operator, the provider or time would do. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../core/api.ts';
import { FAILURES, failure } from '../core/failure.ts';
import { useTexts } from '../core/language.ts';
import { place } from '../core/router.ts';
import { refresh, session } from '../core/session.ts';
import { useStore } from '../core/store.ts';
import { Act } from '../ui/act.tsx';
import { LongText } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';

export function SwitchesTab() {
  const { t } = useTexts();
  const now = useStore(session);
  const { path } = useStore(place);
  const testimony = /^\/testimonies\/([^/]+)/.exec(path)?.[1];
  return (
    <>
      {now.state === 'open' && now.user.role === 'expert' && <ExpertSwitches />}
      {testimony && (
        <Switch title={t('switch.overdue')} text={t('switch.overdueText')}>
          <Done act={() => api.makeOverdue({ path: { id: testimony } })}>{t('switch.overdueButton')}</Done>
        </Switch>
      )}
      <Switch title={t('switch.links')} text={t('switch.linksText')}>
        <Done act={() => api.expireLinks()}>{t('switch.linksButton')}</Done>
      </Switch>
      <Switch title={t('switch.failure')} text={t('switch.failureText')}>
        <FailureChoice />
      </Switch>
    </>
  );
}

function ExpertSwitches() {
  const { t } = useTexts();
  return (
    <>
      <Switch title={t('approval')} text={t('switch.approvalText')}>
        <Done act={() => api.toggleApproval()}>{t('switch.approvalButton')}</Done>
      </Switch>
      <Switch title={t('identity')} text={t('switch.reviewText')}>
        <Done act={() => api.reviewIdentity({ body: { decision: 'accepted' } })}>{t('switch.accept')}</Done>
        <Form
          label={t('switch.reject')}
          submit={async ({ reason }: { reason: string }) => {
            await api.reviewIdentity({ body: { decision: 'rejected', reason } });
            await refresh();
          }}
        >
          <LongText name="reason" label={t('reason')} rows={2} />
          <Submit kind="">{t('switch.reject')}</Submit>
        </Form>
      </Switch>
      <Switch title={t('paymentAccount')} text={t('switch.accountText')}>
        {(['verified', 'restricted'] as const).map(state => (
          <Done key={state} act={() => api.setPaymentAccount({ body: { state } })}>
            {t(`paymentAccount.${state}`)}
          </Done>
        ))}
      </Switch>
    </>
  );
}

function Switch(props: { title: string; text: string; children: ComponentChildren }) {
  return (
    <section class="switch" aria-label={props.title}>
      <h3>{props.title}</h3>
      <p class="small">{props.text}</p>
      <div class="actions">{props.children}</div>
    </section>
  );
}

/** Says that it is done, since nothing else of the drawer changes. */
function Done({ act, children }: { act(): Promise<unknown>; children: ComponentChildren }) {
  const { t } = useTexts();
  const [done, setDone] = useState(false);
  async function run(): Promise<void> {
    setDone(false);
    await act();
    setDone(true);
    await refresh();
    dispatchEvent(new Event('sandbox'));
  }
  return (
    <>
      <Act act={run}>{children}</Act>
      <span role="status" class="small">
        {done && t('done')}
      </span>
    </>
  );
}

function FailureChoice() {
  const { t } = useTexts();
  const now = useStore(failure);
  return (
    <select
      aria-label={t('switch.failure')}
      value={now}
      onChange={event => failure.set(event.currentTarget.value as typeof now)}
    >
      {FAILURES.map(each => (
        <option key={each} value={each}>
          {t(`failure.${each}`)}
        </option>
      ))}
    </select>
  );
}

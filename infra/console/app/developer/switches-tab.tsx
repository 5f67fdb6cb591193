/** Tab of the sandbox controls, which simulate operators, the payment provider, the passing of time and failures. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../core/api-client.ts';
import { useTexts } from '../core/language.ts';
import { currentLocation } from '../core/router.ts';
import { refreshUser, session } from '../core/session.ts';
import { SIMULATED_FAILURES, simulatedFailure } from '../core/simulated-failure.ts';
import { useStore } from '../core/store.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { TextAreaField } from '../ui/fields.tsx';
import { Form, SubmitButton } from '../ui/form.tsx';

export function SwitchesTab() {
  const { t } = useTexts();
  const currentSession = useStore(session);
  const { path } = useStore(currentLocation);
  const testimonyId = /^\/testimonies\/([^/]+)/.exec(path)?.[1];
  return (
    <>
      {currentSession.state === 'signed-in' && currentSession.user.role === 'expert' && <ExpertSwitches />}
      {testimonyId && <TestimonySwitches id={testimonyId} />}
      <SwitchSection title={t('switch.links')} text={t('switch.linksText')}>
        <SwitchButton action={() => api.expireLinks()}>{t('switch.linksButton')}</SwitchButton>
      </SwitchSection>
      <SwitchSection title={t('switch.failure')} text={t('switch.failureText')}>
        <FailureSelect />
      </SwitchSection>
    </>
  );
}

function TestimonySwitches({ id }: { id: string }) {
  const { t } = useTexts();
  return (
    <>
      <SwitchSection title={t('switch.overdue')} text={t('switch.overdueText')}>
        <SwitchButton action={() => api.makeOverdue({ path: { id } })}>
          {t('switch.overdueButton')}
        </SwitchButton>
        <SwitchButton action={() => api.makeOverdue({ path: { id }, body: { days: 8 } })}>
          {t('switch.overdueWeekButton')}
        </SwitchButton>
      </SwitchSection>
      <SwitchSection title={t('switch.payoutDelay')} text={t('switch.payoutDelayText')}>
        <SwitchButton action={() => api.setPayoutDelay({ path: { id }, body: { days: 3 } })}>
          {t('switch.payoutDelayOn')}
        </SwitchButton>
        <SwitchButton action={() => api.setPayoutDelay({ path: { id }, body: { days: 0 } })}>
          {t('switch.payoutDelayOff')}
        </SwitchButton>
      </SwitchSection>
    </>
  );
}

function ExpertSwitches() {
  const { t } = useTexts();
  return (
    <>
      <SwitchSection title={t('approval')} text={t('switch.approvalText')}>
        <SwitchButton action={() => api.toggleApproval()}>{t('switch.approvalButton')}</SwitchButton>
      </SwitchSection>
      <SwitchSection title={t('identity')} text={t('switch.reviewText')}>
        <SwitchButton action={() => api.reviewIdentity({ body: { decision: 'accepted' } })}>
          {t('switch.accept')}
        </SwitchButton>
        <Form
          label={t('switch.reject')}
          onSubmit={async ({ reason }: { reason: string }) => {
            await api.reviewIdentity({ body: { decision: 'rejected', reason } });
            await refreshUser();
          }}
        >
          <TextAreaField name="reason" label={t('reason')} rows={2} />
          <SubmitButton kind="">{t('switch.reject')}</SubmitButton>
        </Form>
      </SwitchSection>
      <SwitchSection title={t('paymentAccount')} text={t('switch.accountText')}>
        {(['verified', 'restricted'] as const).map(state => (
          <SwitchButton key={state} action={() => api.setPaymentAccount({ body: { state } })}>
            {t(`paymentAccount.${state}`)}
          </SwitchButton>
        ))}
      </SwitchSection>
    </>
  );
}

function SwitchSection(props: { title: string; text: string; children: ComponentChildren }) {
  return (
    <section class="switch" aria-label={props.title}>
      <h3>{props.title}</h3>
      <p class="small">{props.text}</p>
      <div class="actions">{props.children}</div>
    </section>
  );
}

/**
 * Button that runs an action and then displays a confirmation, because nothing else in the drawer shows the success.
 */
function SwitchButton({ action, children }: { action(): Promise<unknown>; children: ComponentChildren }) {
  const { t } = useTexts();
  const [isDone, setIsDone] = useState(false);
  async function runAction(): Promise<void> {
    setIsDone(false);
    await action();
    setIsDone(true);
    await refreshUser();
    dispatchEvent(new Event('sandbox'));
  }
  return (
    <>
      <ActionButton action={runAction}>{children}</ActionButton>
      <span role="status" class="small">
        {isDone && t('done')}
      </span>
    </>
  );
}

function FailureSelect() {
  const { t } = useTexts();
  const selectedFailure = useStore(simulatedFailure);
  return (
    <select
      aria-label={t('switch.failure')}
      value={selectedFailure}
      onChange={event => simulatedFailure.set(event.currentTarget.value as typeof selectedFailure)}
    >
      {SIMULATED_FAILURES.map(option => (
        <option key={option} value={option}>
          {t(`failure.${option}`)}
        </option>
      ))}
    </select>
  );
}

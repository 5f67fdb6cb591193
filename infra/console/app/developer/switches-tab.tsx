/** Tab of the sandbox controls, which simulate operators, the payment provider and the passing of time. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Expert } from '../../../client/runtime/index.ts';
import { api } from '../core/api-client.ts';
import { formatTime, t } from '../core/language.ts';
import { useOnReturn, useResource } from '../core/resource.ts';
import { currentLocation } from '../core/router.ts';
import { currentUser, refreshUser } from '../core/session.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { TextAreaField } from '../ui/fields.tsx';
import { Form, SubmitButton } from '../ui/form.tsx';
import { Badge } from '../ui/page.tsx';

export function SwitchesTab() {
  const { path } = currentLocation.value;
  const testimonyId = /^\/testimonies\/([^/]+)/.exec(path)?.[1];
  const user = currentUser.value;
  return (
    <>
      {user?.role === 'expert' && <ExpertSwitches user={user} />}
      {testimonyId && <TestimonySwitches id={testimonyId} />}
      <SwitchSection title={t('switch.links')} text={t('switch.linksText')}>
        <SwitchButton action={() => api.expireLinks()} text={t('switch.linksButton')} />
      </SwitchSection>
    </>
  );
}

function TestimonySwitches({ id }: { id: string }) {
  const { data, reload } = useResource(signal => api.showTestimony({ path: { id }, signal }), id);
  useOnReturn(() => void reload());
  return (
    <>
      <SwitchSection
        title={t('switch.overdue')}
        state={data?.dueAt && formatTime(data.dueAt)}
        text={t('switch.overdueText')}
      >
        <SwitchButton action={() => api.makeOverdue({ path: { id } })} text={t('switch.overdueButton')} />
        <SwitchButton
          action={() => api.makeOverdue({ path: { id }, body: { days: 8 } })}
          text={t('switch.overdueWeekButton')}
        />
      </SwitchSection>
      <SwitchSection
        title={t('switch.payoutDelay')}
        state={data?.complaintUntil && formatTime(data.complaintUntil)}
        text={t('switch.payoutDelayText')}
      >
        {[3, 0].map(days => (
          <SwitchButton
            key={days}
            action={() => api.setPayoutDelay({ path: { id }, body: { days } })}
            text={t('days', { n: days })}
          />
        ))}
      </SwitchSection>
    </>
  );
}

const ExpertSwitches = ({ user: { approved, identityReview, paymentAccount } }: { user: Expert }) => (
  <>
    <SwitchSection
      title={t('switch.approval')}
      state={t(approved ? 'switch.approved' : 'switch.notApproved')}
      text={t('switch.approvalText')}
    >
      <SwitchButton action={() => api.toggleApproval()} text={t('switch.approvalButton')} />
    </SwitchSection>
    <SwitchSection
      title={t('identity')}
      state={t(`identity.${identityReview}`)}
      text={t('switch.reviewText')}
    >
      <SwitchButton
        action={() => api.reviewIdentity({ body: { decision: 'accepted' } })}
        text={t('switch.accept')}
      />
      <Form
        label={t('switch.reject')}
        onSubmit={async ({ reason }: { reason: string }) => {
          await api.reviewIdentity({ body: { decision: 'rejected', reason } });
          await refreshUser();
        }}
      >
        <TextAreaField name="reason" rows={2} />
        <SubmitButton kind="">{t('switch.reject')}</SubmitButton>
      </Form>
    </SwitchSection>
    <SwitchSection
      title={t('paymentAccount')}
      state={t(`paymentAccount.${paymentAccount}`)}
      text={t('switch.accountText')}
    >
      {(['verified', 'restricted'] as const).map(state => (
        <SwitchButton
          key={state}
          action={() => api.setPaymentAccount({ body: { state } })}
          text={t(`paymentAccount.${state}`)}
        />
      ))}
    </SwitchSection>
  </>
);

interface SwitchSectionProps {
  readonly title: string;
  readonly state?: string | null | undefined;
  readonly text: string;
  readonly children: ComponentChildren;
}

const SwitchSection = ({ title, state, text, children }: SwitchSectionProps) => (
  <section class="switch" aria-label={title}>
    <h3>
      {title} {state && <Badge tone="info">{state}</Badge>}
    </h3>
    <p class="small">{text}</p>
    <div class="actions">{children}</div>
  </section>
);

/** Button that runs an action and displays a confirmation, because nothing else in the drawer shows the success. */
function SwitchButton({ action, text }: { action(): Promise<unknown>; text: string }) {
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
      <ActionButton action={runAction} text={text} />
      {isDone && <span class="small">{t('done')}</span>}
    </>
  );
}

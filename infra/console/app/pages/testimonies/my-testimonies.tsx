/**
 * Start page of a signed-in user. It shows the testimonies that wait for the user, and a list: all testimonies of a
 * client, or those on which the expert has made an offer.
 */
import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { ButtonLink } from '../../ui/buttons.tsx';
import { EmptyState, Page } from '../../ui/page.tsx';
import { AccountStatusNotice } from '../account/account-status.tsx';
import { listStateTabs } from './list-tabs.ts';
import { findNextStep } from './next-step.ts';
import { Deadline } from './next-step-card.tsx';
import { type LoadListPage, TestimonyList, useTestimonyList } from './testimony-list.tsx';
import { getTestimonyTitle } from './testimony-row.tsx';

const loadPage: LoadListPage = query => api.listTestimonies({ query });

export function TestimoniesPage({ user }: { user: User }) {
  const listProps = useTestimonyList('mine', user, loadPage);
  const testimonies = listProps.list.data?.data;
  const isClient = user.role === 'client';
  const isEmpty = testimonies?.length === 0;
  const action = (
    <ButtonLink
      href={isClient ? '/testimonies/new' : '/offerable'}
      kind="primary"
      text={t(isClient ? 'newTestimony' : 'toOfferable')}
    />
  );
  return (
    <Page title={t(isClient ? 'testimonies' : 'myWork')} actions={!isEmpty && action}>
      <AccountStatusNotice user={user} />
      <Attention testimonies={testimonies ?? []} user={user} />
      <TestimonyList
        {...listProps}
        tabs={listStateTabs(user.role)}
        empty={
          <EmptyState
            title={t(isClient ? 'noTestimonies' : 'noWork')}
            text={t(isClient ? 'noTestimoniesText' : 'noWorkText')}
          >
            {action}
          </EmptyState>
        }
      />
    </Page>
  );
}

/** Maximum number of testimonies waiting for the user that are shown above the list. */
const MAX_ATTENTION = 3;

function Attention({ testimonies, user }: { testimonies: readonly Testimony[]; user: User }) {
  const waiting = testimonies
    .map(testimony => ({ testimony, step: findNextStep(testimony, user, new Date()) }))
    .filter(({ step }) => step.isYours && step.action !== 'offer');
  if (waiting.length === 0 || !user.emailVerified) return null;
  return (
    <section aria-label={t('waitsForYou')}>
      <h2>
        {t('waitsForYou')} <span class="count">{waiting.length}</span>
      </h2>
      <ul class="attention">
        {waiting.slice(0, MAX_ATTENTION).map(({ testimony, step }) => (
          <li key={testimony.id}>
            <a class={`card ${step.tone}`} href={`/testimonies/${testimony.id}`}>
              <strong>{t(step.title)}</strong>
              <span class="small">{getTestimonyTitle(testimony)}</span>
              <Deadline step={step} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

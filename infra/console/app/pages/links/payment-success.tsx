/**
 * Page to which the payment provider redirects after a payment, with `?sessionId=cs_…` (infra/docs/api/payments.md).
 * The page accepts the offer through the API, and can safely be opened repeatedly. If the user never opens the page, the
 * webhook accepts the offer.
 */
import { useEffect, useState } from 'preact/hooks';
import { isProblem } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { currentLocation, navigate } from '../../core/router.ts';
import { ButtonLink } from '../../ui/buttons.tsx';
import { LoadingIndicator, Notice, Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RequireSignIn } from '../require-sign-in.tsx';
import { clearCheckoutTestimony, readCheckoutTestimony } from '../testimonies/checkout-testimony.ts';

export function PaymentSuccessPage() {
  const [sessionId] = useState(() => currentLocation.value.query.get('sessionId') ?? '');
  if (!/^cs_\w+$/.test(sessionId)) return <OutcomePage outcome="paymentUnknown" />;
  return <RequireSignIn>{() => <AcceptOffer sessionId={sessionId} />}</RequireSignIn>;
}

type Outcome = 'paymentReturned' | 'paymentUnknown' | 'paymentForeign';

type AcceptanceState =
  | { readonly kind: 'checking' | 'done' }
  | { readonly kind: 'ended'; readonly outcome: Outcome }
  | { readonly kind: 'failed'; readonly problem: unknown };

/** States by the error code of the API (infra/docs/api/payments.md#accepting-an-offer). */
const STATES_BY_CODE: Readonly<Record<string, AcceptanceState>> = {
  'wrong-state': { kind: 'ended', outcome: 'paymentReturned' },
  invalid: { kind: 'ended', outcome: 'paymentUnknown' },
  'not-owner': { kind: 'ended', outcome: 'paymentForeign' },
  'wrong-role': { kind: 'ended', outcome: 'paymentForeign' },
  forbidden: { kind: 'ended', outcome: 'paymentForeign' },
};

function AcceptOffer({ sessionId }: { sessionId: string }) {
  const [state, setState] = useState<AcceptanceState>({ kind: 'checking' });

  async function acceptOffer(): Promise<void> {
    try {
      await api.acceptOffer({ body: { sessionId } });
      const testimonyId = readCheckoutTestimony();
      clearCheckoutTestimony();
      if (testimonyId) navigate(`/testimonies/${testimonyId}?paid`, { replace: true });
      else setState({ kind: 'done' });
    } catch (problem) {
      const known = isProblem(problem) ? STATES_BY_CODE[problem.code ?? ''] : undefined;
      setState(known ?? { kind: 'failed', problem });
    }
  }
  useEffect(() => void acceptOffer(), [sessionId]);

  if (state.kind === 'ended') return <OutcomePage outcome={state.outcome} />;
  if (state.kind === 'failed') {
    return (
      <Page title={t('paymentUnchecked')} lead={t('paymentComesAnyway')} narrow>
        <ProblemNotice
          problem={state.problem}
          retry={() => {
            setState({ kind: 'checking' });
            return acceptOffer();
          }}
        />
        <TestimoniesLink />
      </Page>
    );
  }
  if (state.kind === 'checking') {
    return (
      <Page title={t('paymentChecking')} lead={t('paymentCheckingLead')} narrow>
        <LoadingIndicator />
      </Page>
    );
  }
  return (
    <Page title={t('thanks')} narrow>
      <Notice tone="success" text={t('offerAccepted')} />
      <TestimoniesLink />
    </Page>
  );
}

function OutcomePage({ outcome }: { outcome: Outcome }) {
  const testimonyId = readCheckoutTestimony();
  return (
    <Page title={t(outcome)} lead={t(`${outcome}Lead`)} narrow>
      {testimonyId && outcome === 'paymentReturned' ? (
        <ButtonLink href={`/testimonies/${testimonyId}`} kind="primary" text={t('openTestimony')} />
      ) : (
        <TestimoniesLink />
      )}
    </Page>
  );
}

const TestimoniesLink = () => <ButtonLink href="/" kind="primary" text={t('toTestimonies')} />;

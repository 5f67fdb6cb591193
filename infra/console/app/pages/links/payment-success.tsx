/**
 * Page to which the payment provider redirects after a payment, with `?sessionId=cs_…` (infra/docs/api/payments.md).
 * The page accepts the offer through the API, and can safely be opened repeatedly. If the user never opens the page,
 * the webhook accepts the offer.
 */
import { useEffect, useState } from 'preact/hooks';
import { isProblem } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { canSucceedLater, useRefreshWhile } from '../../core/polling.ts';
import { useResource } from '../../core/resource.ts';
import { currentLocation, navigate } from '../../core/router.ts';
import { ButtonLink } from '../../ui/buttons.tsx';
import { ErrorPage } from '../../ui/error-page.tsx';
import { LoadingIndicator, Notice, Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RequireSignIn } from '../require-sign-in.tsx';
import { clearBegunPayment, readBegunPayment } from '../testimonies/begun-payment.ts';

export function PaymentSuccessPage() {
  const [sessionId] = useState(() => currentLocation.value.query.get('sessionId') ?? '');
  if (!/^cs_\w+$/.test(sessionId)) return <OutcomePage outcome="paymentUnknown" />;
  return <RequireSignIn>{() => <AcceptOffer sessionId={sessionId} />}</RequireSignIn>;
}

type Outcome = 'paymentReturned' | 'paymentUnknown';

/** Outcomes by the error code of the API (infra/docs/api/payments.md#accepting-an-offer). */
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  'wrong-state': 'paymentReturned',
  invalid: 'paymentUnknown',
};

/**
 * Accepts the offer and opens its testimony. The testimony also opens when the API finds no payment for the session,
 * because the client may still have paid: the API ignores sessions that do not match the recorded checkout.
 */
async function acceptOffer(sessionId: string, signal: AbortSignal): Promise<Outcome | 'accepted'> {
  const testimonyId = readBegunPayment()?.testimonyId;
  const openTestimony = () => {
    if (testimonyId && !signal.aborted) navigate(`/testimonies/${testimonyId}`, { replace: true });
  };
  try {
    await api.acceptOffer({ body: { sessionId }, signal });
  } catch (problem) {
    const outcome = isProblem(problem) ? OUTCOMES[problem.code ?? ''] : undefined;
    if (!outcome) throw problem;
    if (outcome === 'paymentUnknown') openTestimony();
    return outcome;
  }
  clearBegunPayment();
  openTestimony();
  return 'accepted';
}

function AcceptOffer({ sessionId }: { sessionId: string }) {
  const [attempt, setAttempt] = useState(1);
  const [unmounting] = useState(() => new AbortController());
  useEffect(() => () => unmounting.abort(), []);
  const payment = useResource(() => acceptOffer(sessionId, unmounting.signal), `${sessionId} ${attempt}`);
  const { data: outcome, error } = payment;
  useRefreshWhile(canSucceedLater(error), payment.reload);
  if (isProblem(error, 'not-owner', 'wrong-role', 'forbidden')) return <ErrorPage problem={error} />;
  if (error !== undefined) {
    return (
      <Page title={t('paymentUnchecked')} lead={t('paymentComesAnyway')} narrow>
        <ProblemNotice problem={error} retry={() => setAttempt(attempt + 1)} />
        <TestimoniesLink />
      </Page>
    );
  }
  if (!outcome) {
    return (
      <Page title={t('paymentChecking')} lead={t('paymentCheckingLead')} narrow>
        <LoadingIndicator />
      </Page>
    );
  }
  if (outcome !== 'accepted') return <OutcomePage outcome={outcome} />;
  return (
    <Page title={t('thanks')} narrow>
      <Notice tone="success" text={t('offerAccepted')} />
      <TestimoniesLink />
    </Page>
  );
}

function OutcomePage({ outcome }: { outcome: Outcome }) {
  const testimonyId = readBegunPayment()?.testimonyId;
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

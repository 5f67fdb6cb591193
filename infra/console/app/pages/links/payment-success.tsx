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
import { LoadingIndicator, Page } from '../../ui/page.tsx';
import { RequireSignIn } from '../require-sign-in.tsx';
import { clearBegunPayment, readBegunPayment } from '../testimonies/begun-payment.ts';

export function PaymentSuccessPage() {
  const [sessionId] = useState(() => currentLocation.value.query.get('sessionId') ?? '');
  if (!/^cs_\w+$/.test(sessionId)) return <OutcomePage outcome="paymentUnknown" />;
  return <RequireSignIn>{() => <AcceptOffer sessionId={sessionId} />}</RequireSignIn>;
}

type Outcome = 'thanks' | 'paymentReturned' | 'paymentUnknown';

/** Outcomes by the error code of the API (infra/docs/api/payments.md#accepting-an-offer). */
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  'wrong-state': 'paymentReturned',
  invalid: 'paymentUnknown',
};

/**
 * Accepts the offer and opens its testimony. The testimony also opens when the API finds no payment for the session,
 * because the client may still have paid: the API ignores sessions that do not match the recorded checkout.
 */
async function acceptOffer(sessionId: string, signal: AbortSignal): Promise<Outcome> {
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
  return 'thanks';
}

function AcceptOffer({ sessionId }: { sessionId: string }) {
  const [unmounting] = useState(() => new AbortController());
  useEffect(() => () => unmounting.abort(), []);
  const payment = useResource(() => acceptOffer(sessionId, unmounting.signal), sessionId);
  const { data: outcome, error } = payment;
  useRefreshWhile(canSucceedLater(error), payment.reload);
  if (outcome) return <OutcomePage outcome={outcome} />;
  if (error !== undefined) {
    return (
      <ErrorPage
        title={t('paymentUnchecked')}
        lead={t('paymentComesAnyway')}
        problem={error}
        retry={payment.reload}
      />
    );
  }
  return (
    <Page title={t('paymentChecking')} lead={t('paymentCheckingLead')} narrow>
      <LoadingIndicator />
    </Page>
  );
}

function OutcomePage({ outcome }: { outcome: Outcome }) {
  const testimonyId = outcome === 'paymentReturned' && readBegunPayment()?.testimonyId;
  return (
    <Page title={t(outcome)} lead={t(`${outcome}Lead`)} narrow>
      <ButtonLink
        href={testimonyId ? `/testimonies/${testimonyId}` : '/'}
        kind="primary"
        text={t(testimonyId ? 'openTestimony' : 'toTestimonies')}
      />
    </Page>
  );
}

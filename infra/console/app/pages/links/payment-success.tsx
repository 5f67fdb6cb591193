/**
 * Page to which the payment provider redirects after a payment, with `?sessionId=cs_…` (infra/docs/api/payments.md).
 * The page accepts the offer through the API, and can safely be opened repeatedly. If the user never opens the page,
 * the webhook accepts the offer.
 */
import { useEffect, useState } from 'preact/hooks';
import { isProblem } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { useTexts } from '../../core/language.ts';
import { currentLocation, navigate } from '../../core/router.ts';
import { LoadingIndicator, Notice, Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { RequireSignIn } from '../require-sign-in.tsx';
import { clearCheckoutTestimony, readCheckoutTestimony } from '../testimonies/checkout-testimony.ts';

export function PaymentSuccessPage() {
  const { t } = useTexts();
  const [sessionId] = useState(() => currentLocation.get().query.get('sessionId') ?? '');
  if (!/^cs_\w+$/.test(sessionId)) {
    return (
      <Page title={t('paymentUnknown')} lead={t('paymentUnknownLead')} narrow>
        <TestimoniesLink />
      </Page>
    );
  }
  return <RequireSignIn>{() => <AcceptOffer sessionId={sessionId} />}</RequireSignIn>;
}

interface AcceptanceState {
  readonly done?: boolean;
  /** Text of a page that replaces the thanks: the payment is still processing, or came too late and is refunded. */
  readonly outcome?: 'paymentProcessing' | 'paymentReturned' | undefined;
  readonly problem?: unknown;
}

/** Outcomes by the error code of the API (infra/docs/api/payments.md#accepting-an-offer). */
const OUTCOMES: Readonly<Record<string, AcceptanceState['outcome']>> = {
  'payment-processing': 'paymentProcessing',
  'wrong-state': 'paymentReturned',
};

function AcceptOffer({ sessionId }: { sessionId: string }) {
  const { t } = useTexts();
  const [state, setState] = useState<AcceptanceState>({});

  async function acceptOffer(): Promise<void> {
    setState({});
    try {
      await api.acceptOffer({ body: { sessionId } });
      const testimonyId = readCheckoutTestimony();
      clearCheckoutTestimony();
      if (testimonyId) navigate(`/testimonies/${testimonyId}?paid`, { replace: true });
      else setState({ done: true });
    } catch (problem) {
      const outcome = isProblem(problem) ? OUTCOMES[problem.code ?? ''] : undefined;
      setState(outcome ? { outcome } : { problem });
    }
  }
  useEffect(() => void acceptOffer(), [sessionId]);

  if (state.outcome) {
    return (
      <Page title={t(state.outcome)} lead={t(`${state.outcome}Lead`)} narrow>
        <TestimoniesLink />
      </Page>
    );
  }
  return (
    <Page title={t('thanks')} narrow>
      {state.problem !== undefined && (
        <>
          <ProblemNotice problem={state.problem} retry={acceptOffer} />
          <p>{t('paymentComesAnyway')}</p>
        </>
      )}
      {state.done && (
        <Notice tone="success">
          <p>{t('offerAccepted')}</p>
        </Notice>
      )}
      {!state.done && state.problem === undefined ? <LoadingIndicator /> : <TestimoniesLink />}
    </Page>
  );
}

function TestimoniesLink() {
  const { t } = useTexts();
  return (
    <p>
      <a class="button" href="/">
        {t('toTestimonies')}
      </a>
    </p>
  );
}

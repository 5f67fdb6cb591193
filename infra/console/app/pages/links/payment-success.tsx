/**
 * Where the payment page leads: `?sessionId=cs_…` (infra/docs/api/payments.md). Accepting again is harmless, and the webhook
 * does the same when this page never opens.
 */
import { useEffect, useState } from 'preact/hooks';
import { api } from '../../core/api.ts';
import { useTexts } from '../../core/language.ts';
import { navigate, place } from '../../core/router.ts';
import { Loading, Notice, Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SignedIn } from '../signed-in.tsx';
import { clearPaying, paying } from '../testimonies/paying.ts';

export function PaymentSuccessPage() {
  const { t } = useTexts();
  const [sessionId] = useState(() => place.get().query.get('sessionId') ?? '');
  if (!/^cs_\w+$/.test(sessionId)) {
    return (
      <Page title={t('paymentUnknown')} lead={t('paymentUnknownLead')} narrow>
        <ToOrders />
      </Page>
    );
  }
  return <SignedIn>{() => <Accepting sessionId={sessionId} />}</SignedIn>;
}

function Accepting({ sessionId }: { sessionId: string }) {
  const { t } = useTexts();
  const [state, setState] = useState<{ done?: boolean; problem?: unknown }>({});

  async function accept(): Promise<void> {
    setState({});
    try {
      await api.acceptOffer({ body: { sessionId } });
      const testimony = paying();
      clearPaying();
      if (testimony) navigate(`/testimonies/${testimony}?paid`, { replace: true });
      else setState({ done: true });
    } catch (problem) {
      setState({ problem });
    }
  }
  useEffect(() => void accept(), [sessionId]);

  return (
    <Page title={t('thanks')} narrow>
      {state.problem !== undefined && (
        <>
          <ProblemNotice problem={state.problem} retry={accept} />
          <p>{t('paymentComesAnyway')}</p>
        </>
      )}
      {state.done && (
        <Notice tone="success">
          <p>{t('offerAccepted')}</p>
        </Notice>
      )}
      {!state.done && state.problem === undefined ? <Loading /> : <ToOrders />}
    </Page>
  );
}

function ToOrders() {
  const { t } = useTexts();
  return (
    <p>
      <a class="button" href="/">
        {t('toOrders')}
      </a>
    </p>
  );
}

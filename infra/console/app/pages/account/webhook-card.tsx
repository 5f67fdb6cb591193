/** Webhook endpoint with its actions and its last deliveries. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import {
  ACTIVITY_TYPE_LABELS,
  labelOf,
  type NewWebhookEndpoint,
  type UpdateWebhookEndpointData,
  WEBHOOK_DELIVERY_ERROR_LABELS,
  WEBHOOK_ENDPOINT_STATE_LABELS,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { formatTime, language, t } from '../../core/language.ts';
import { useResource } from '../../core/resource.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { DialogButton } from '../../ui/dialog.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Badge, Card, LoadingOrProblem, Notice } from '../../ui/page.tsx';
import { CurrentPasswordField, type PasswordProof } from '../../ui/password-field.tsx';
import { WebhookFields } from './webhook-fields.tsx';

const STATE_TONES = { unconfirmed: 'warning', enabled: 'success', disabled: 'danger' } as const;

interface WebhookCardProps {
  readonly endpoint: WebhookEndpoint;
  reload(): Promise<void>;
  showSecret(endpoint: NewWebhookEndpoint): Promise<void>;
  hideSecret(): void;
}

export function WebhookCard({ endpoint, reload, showSecret, hideSecret }: WebhookCardProps) {
  const { id, url, types, state } = endpoint;
  const path = { id };
  const [isTestSent, setIsTestSent] = useState(false);
  return (
    <Card title={url}>
      <p>
        <Badge tone={STATE_TONES[state]}>
          {labelOf(WEBHOOK_ENDPOINT_STATE_LABELS, state, language.value)}
        </Badge>{' '}
        <span class="small">{t('eventCount', { n: types.length })}</span>
      </p>
      {state === 'unconfirmed' && <p>{t('webhookUnconfirmed')}</p>}
      {isTestSent && <Notice tone="success" text={t('webhookTestSent')} />}
      <div class="actions">
        {state !== 'disabled' && (
          <ActionButton
            text={t('testWebhook')}
            action={async () => {
              await api.sendTestEvent({ path });
              setIsTestSent(true);
            }}
          />
        )}
        <ProofDialog
          title={t(state === 'disabled' ? 'enableWebhook' : 'editWebhook')}
          send={async (body: UpdateWebhookEndpointData['body']) => {
            await api.updateWebhookEndpoint({ path, body });
            setIsTestSent(false);
            await reload();
          }}
        >
          <WebhookFields endpoint={endpoint} />
        </ProofDialog>
        <ProofDialog
          title={t('rotateSecret')}
          send={async (body: PasswordProof, idempotencyKey) =>
            showSecret(await api.rotateWebhookSecret({ path, body, idempotencyKey }))
          }
        >
          <p>{t('rotateSecretLead')}</p>
        </ProofDialog>
        <DialogButton text={t('deleteWebhook')} kind="danger">
          {() => (
            <>
              <p>{t('deleteWebhookLead', { url })}</p>
              <ActionButton
                text={t('deleteWebhook')}
                kind="danger"
                action={async () => {
                  await api.deleteWebhookEndpoint({ path });
                  hideSecret();
                  await reload();
                }}
              />
            </>
          )}
        </DialogButton>
        <DialogButton text={t('deliveries')} kind="quiet">
          {() => <DeliveryList endpointId={id} />}
        </DialogButton>
      </div>
    </Card>
  );
}

interface ProofDialogProps<Body extends PasswordProof> {
  readonly title: string;
  readonly children: ComponentChildren;
  send(body: Body, idempotencyKey: string): Promise<void>;
}

/** Button that opens a dialog with a form, which also asks for the current password. */
const ProofDialog = <Body extends PasswordProof>({ title, children, send }: ProofDialogProps<Body>) => (
  <DialogButton text={title} kind="">
    {close => (
      <Form
        label={title}
        leaveWarning="never"
        onSubmit={async (body: Body, { idempotencyKey }) => {
          await send(body, idempotencyKey);
          close();
        }}
      >
        {children}
        <CurrentPasswordField />
        <SubmitButton>{title}</SubmitButton>
      </Form>
    )}
  </DialogButton>
);

function DeliveryList({ endpointId: id }: { endpointId: string }) {
  const deliveries = useResource(signal => api.listWebhookDeliveries({ path: { id }, signal }), id);
  if (!deliveries.data) return <LoadingOrProblem error={deliveries.error} retry={deliveries.reload} />;
  const resend = async ({ id: deliveryId }: WebhookDelivery) => {
    await api.resendWebhookDelivery({ path: { id, deliveryId } });
    await deliveries.reload();
  };
  return (
    <>
      <p>
        <button type="button" class="link" onClick={() => void deliveries.reload()}>
          {t('refresh')}
        </button>
      </p>
      {deliveries.data.length === 0 && <p>{t('nothingYet')}</p>}
      <ul>
        {deliveries.data.map(delivery => (
          <li key={delivery.id} class="card row">
            <div>
              <Badge tone={delivery.delivered ? 'success' : 'danger'}>{describeOutcome(delivery)}</Badge>{' '}
              {labelOf(ACTIVITY_TYPE_LABELS, delivery.type, language.value)}
              <p class="small">
                {formatTime(delivery.at)} · {t('attempt', { n: delivery.attempt })}
              </p>
            </div>
            <ActionButton text={t('resend')} action={() => resend(delivery)} />
          </li>
        ))}
      </ul>
    </>
  );
}

const describeOutcome = ({ status, error }: WebhookDelivery): string =>
  error ? labelOf(WEBHOOK_DELIVERY_ERROR_LABELS, error, language.value) : String(status);

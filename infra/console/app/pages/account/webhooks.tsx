/** Page with the webhook endpoints of the account (infra/docs/api/webhooks.md). */
import { useState } from 'preact/hooks';
import type {
  CreateWebhookEndpointData,
  NewWebhookEndpoint,
  User,
} from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { useResource } from '../../core/resource.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Card, LoadingOrProblem, Notice } from '../../ui/page.tsx';
import { CurrentPasswordField } from '../../ui/password-field.tsx';
import { AccountFrame } from './account-frame.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookFields } from './webhook-fields.tsx';

export function WebhooksPage({ user }: { user: User }) {
  const endpoints = useResource(signal => api.listWebhookEndpoints({ signal }), 'webhooks');
  const [latest, setLatest] = useState<NewWebhookEndpoint>();
  const [created, setCreated] = useState<string>();
  const showSecret = async (endpoint: NewWebhookEndpoint) => {
    setLatest(endpoint);
    await endpoints.reload();
  };
  return (
    <AccountFrame user={user} title={t('webhooks')} lead={t('webhooksLead')}>
      {latest && (
        <Notice tone="success" text={t('webhookSecret', { url: latest.url })}>
          <code>{latest.secret}</code> <CopyButton label={t('copy')} text={() => latest.secret} />
        </Notice>
      )}
      {endpoints.data ? (
        endpoints.data.map(endpoint => (
          <WebhookCard
            key={endpoint.id}
            endpoint={endpoint}
            showSecret={showSecret}
            reload={endpoints.reload}
            hideSecret={() => setLatest(shown => (shown?.id === endpoint.id ? undefined : shown))}
          />
        ))
      ) : (
        <LoadingOrProblem error={endpoints.error} retry={endpoints.reload} />
      )}
      <Card title={t('newWebhook')}>
        <NewWebhookForm
          key={created}
          onCreated={async endpoint => {
            setCreated(endpoint.id);
            await showSecret(endpoint);
          }}
        />
      </Card>
    </AccountFrame>
  );
}

const NewWebhookForm = ({ onCreated }: { onCreated(endpoint: NewWebhookEndpoint): Promise<void> }) => (
  <Form
    label={t('newWebhook')}
    onSubmit={async (body: CreateWebhookEndpointData['body'], { idempotencyKey }) =>
      onCreated(await api.createWebhookEndpoint({ body, idempotencyKey }))
    }
  >
    <WebhookFields />
    <CurrentPasswordField />
    <SubmitButton>{t('newWebhook')}</SubmitButton>
  </Form>
);

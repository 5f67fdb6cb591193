/** Fields of a webhook endpoint: its URL, and the types of its events, which are all types for a new endpoint. */
import { WEBHOOK_EVENT_TYPE_LABELS, type WebhookEndpoint } from '../../../../client/runtime/index.ts';
import { language, t } from '../../core/language.ts';
import { ChoiceGroup } from '../../ui/field-group.tsx';
import { TextField } from '../../ui/fields.tsx';

export function WebhookFields({ endpoint }: { endpoint?: WebhookEndpoint }) {
  const labels = WEBHOOK_EVENT_TYPE_LABELS[language.value];
  return (
    <>
      <TextField name="url" hint={t('webhookUrlHint')} defaultValue={endpoint?.url} />
      <details class="details">
        <summary>{endpoint ? t('eventCount', { n: endpoint.types.length }) : t('chooseEvents')}</summary>
        <ChoiceGroup
          type="checkbox"
          name="types"
          legend={t('webhookEvents')}
          options={Object.entries(labels)}
          selected={endpoint?.types ?? Object.keys(labels)}
        />
      </details>
    </>
  );
}

import { api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { ReasonDialogButton } from './reason-dialog.tsx';
import type { TestimonyActionProps } from './testimony-action-props.ts';

export const CancelTestimonyButton = (props: TestimonyActionProps & { readonly kind: string }) => (
  <ReasonDialogButton
    {...props}
    text={t('cancelTestimony')}
    submitKind="danger"
    lead={t(props.testimony.state === 'accepted' ? 'cancelOverdueLead' : 'cancelLead')}
    label={t('reason')}
    optional
    draft="cancellation"
    send={options => api.cancelTestimony(options)}
  />
);

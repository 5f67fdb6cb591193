/**
 * Button that opens a dialog in which the user confirms an action. Cancelling and complaining require a reason,
 * confirming a testimony does not.
 */
import { isProblem } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { DialogButton } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import type { TestimonyActionProps } from './testimony-action-props.ts';

interface ConfirmDialogButtonProps extends TestimonyActionProps {
  readonly text: string;
  /** Styles of the button that opens the dialog, and of the button that sends the reason. */
  readonly kind: string;
  readonly submitKind?: string;
  readonly lead: string;
  /** Label of the field for the reason. Without it, the dialog has no field. */
  readonly label?: string;
  readonly optional?: boolean;
  readonly draft?: string;
  send(options: { path: { id: string }; body: { reason: string }; idempotencyKey: string }): Promise<unknown>;
}

export function ConfirmDialogButton({ testimony, reload, onConflict, ...props }: ConfirmDialogButtonProps) {
  const { text, kind, submitKind, lead, label, optional, draft, send } = props;
  return (
    <DialogButton text={text} kind={kind}>
      {close => (
        <>
          <p>{lead}</p>
          <Form
            label={text}
            {...(draft && { draft: `${draft}-${testimony.id}` })}
            onError={problem => {
              if (isProblem(problem, 'wrong-state')) close();
              return onConflict(problem);
            }}
            onSubmit={async (body: { reason: string }, { idempotencyKey }) => {
              await send({ path: { id: testimony.id }, body, idempotencyKey });
              close();
              await reload();
            }}
          >
            {label && <TextAreaField name="reason" label={label} optional={optional} />}
            <SubmitButton kind={submitKind}>{text}</SubmitButton>
          </Form>
        </>
      )}
    </DialogButton>
  );
}

export const CancelTestimonyButton = (props: TestimonyActionProps & { readonly kind: string }) => (
  <ConfirmDialogButton
    {...props}
    text={t('action.cancel')}
    submitKind="danger"
    lead={t(props.testimony.state === 'accepted' ? 'cancelOverdueLead' : 'cancelLead')}
    label={t('reason')}
    optional
    draft="cancellation"
    send={options => api.cancelTestimony(options)}
  />
);

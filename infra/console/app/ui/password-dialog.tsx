import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { DialogButton } from './dialog.tsx';
import { Form, SubmitButton } from './form.tsx';
import { Notice } from './page.tsx';
import { CurrentPasswordField, type PasswordProof } from './password-field.tsx';

interface PasswordDialogProps<Body extends PasswordProof> {
  readonly title: string;
  readonly kind?: 'primary' | 'danger' | undefined;
  /** Message that is shown after the action. */
  readonly doneText?: string;
  readonly children?: ComponentChildren;
  send(body: Body): Promise<unknown>;
}

/**
 * Button for an action that requires the current password. Its dialog has the fields of the action and the password.
 */
export function PasswordDialog<Body extends PasswordProof>(props: PasswordDialogProps<Body>) {
  const { title, kind, doneText, children, send } = props;
  const [isDone, setIsDone] = useState(false);
  return (
    <>
      <DialogButton text={title} kind={kind ?? ''}>
        {close => (
          <Form
            label={title}
            leaveWarning="never"
            onSubmit={async (body: Body) => {
              await send(body);
              setIsDone(true);
              close();
            }}
          >
            {children}
            <CurrentPasswordField />
            <SubmitButton kind={kind}>{title}</SubmitButton>
          </Form>
        )}
      </DialogButton>
      {isDone && doneText && <Notice tone="success" text={doneText} />}
    </>
  );
}

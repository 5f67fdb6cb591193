import { useState } from 'preact/hooks';
import { TURNSTILE_TOKEN } from '../../core/api-client.ts';
import { currentUser } from '../../core/session.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Notice } from '../../ui/page.tsx';

interface MailRequestProps {
  readonly text: string;
  describeSent(email: string): string;
  send(body: { email: string; turnstileToken: string }): Promise<unknown>;
}

/** Form that requests a mail to an e-mail address. After a successful request, a notice replaces the form. */
export function MailRequest({ text, describeSent, send }: MailRequestProps) {
  const [recipient, setRecipient] = useState<string>();
  if (recipient) return <Notice tone="success" text={describeSent(recipient)} />;
  return (
    <Form
      label={text}
      leaveWarning="never"
      onSubmit={async ({ email }: { email: string }) => {
        await send({ email, turnstileToken: TURNSTILE_TOKEN });
        setRecipient(email);
      }}
    >
      <TextField name="email" defaultValue={currentUser.value?.email} />
      <SubmitButton>{text}</SubmitButton>
    </Form>
  );
}

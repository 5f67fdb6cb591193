/** Summary of a form's errors at its top, with links to the fields. It receives the focus when it appears. */
import { t } from '../core/language.ts';
import type { FieldMessage, FormErrors } from '../forms/form-errors.ts';

interface ErrorSummaryProps {
  readonly errors: FormErrors;
  getLabel(name: string): string;
  openField(name: string): void;
}

export function ErrorSummary({ errors, getLabel, openField }: ErrorSummaryProps) {
  const { '': formMessages = [], ...byField } = errors;
  const fields = Object.entries(byField);
  return (
    <section class="error-summary" tabIndex={-1} aria-label={t('errorSummary', { n: fields.length })}>
      {fields.length > 0 && <h2>{t('errorSummary', { n: fields.length })}</h2>}
      {formMessages.map((message, index) => (
        <p key={index}>
          <MessageText message={message} />
        </p>
      ))}
      {fields.length > 0 && (
        <ul>
          {fields.map(([name, messages]) => (
            <li key={name}>
              <a
                href={`#${name}`}
                onClick={event => {
                  event.preventDefault();
                  openField(name);
                }}
              >
                {!messages.some(message => namesField(message, getLabel(name))) && `${getLabel(name)}: `}
                {messages.map((message, index) => (
                  <MessageText key={index} message={message} />
                ))}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Returns whether a message already names its field, so that the summary need not add the label. */
const namesField = (message: FieldMessage, label: string): boolean =>
  ('key' in message && message.key.startsWith('missing.') && message.key !== 'missing.') ||
  toComparable(getText(message)).includes(toComparable(label));

const toComparable = (text: string): string => text.replaceAll('\u2011', '-').toLowerCase();

const getText = (message: FieldMessage): string => ('key' in message ? t(message.key) : `${message.text} `);

export const MessageText = ({ message }: { message: FieldMessage }) => getText(message);

/** Request with its response in the developers' drawer. */
import type { RecordedExchange } from '../core/exchanges.ts';
import { formatClock, t } from '../core/language.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Badge } from '../ui/page.tsx';
import { formatCurlCommand, parseBodyFields } from './curl.ts';
import { maskSecrets } from './mask-secrets.ts';

export function ExchangeDetails({ exchange }: { exchange: RecordedExchange }) {
  const { status, method, url, milliseconds, requestId, code, attempt, startedAt, error } = exchange;
  const { pathname, search } = new URL(url);
  const requestBody = exchange.requestBody && maskSecrets(parseBodyFields(exchange.requestBody));
  return (
    <details>
      <summary>
        <Badge tone={findTone(exchange)}>{status || '×'}</Badge>
        <code class="path">
          <strong>{method}</strong> {shortenIds(pathname.replace(/^\/api\/v1/, '') + search)}
        </code>
        {code && <Badge tone="plain">{code}</Badge>}
        <span class="small">
          {formatClock(startedAt)}, {milliseconds} ms
        </span>
      </summary>
      <p class="actions">
        <CopyButton label={t('copyCurl')} text={() => formatCurlCommand(exchange)} />
      </p>
      <p class="small">
        {attempt > 1 && `${t('attempt', { n: attempt })} · `}
        {requestId && (
          <>
            {t('requestId')}: <code>{requestId}</code>
          </>
        )}
      </p>
      <Message
        title={t('request')}
        head={`${method} ${url}`}
        headers={Object.entries(maskSecrets(exchange.requestHeaders))}
        body={requestBody}
      />
      <Message
        title={t('answer')}
        head={status === 0 ? String(error) : String(status)}
        headers={[...exchange.responseHeaders.entries()]}
        body={maskSecrets(exchange.responseBody)}
      />
    </details>
  );
}

/** Shortens ids to the last eight characters. For a testimony, these are the testimony number. */
const shortenIds = (path: string): string => path.replace(/[\da-f]{8}(?:-[\da-f]{4}){4}([\da-f]{8})/g, '…$1');

const findTone = ({ status }: RecordedExchange) =>
  status === 0 || status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'success';

interface MessageProps {
  readonly title: string;
  readonly head: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: unknown;
}

const Message = ({ title, head, headers, body }: MessageProps) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    {body !== undefined && (
      <pre>
        <code>{formatBody(body)}</code>
      </pre>
    )}
    <details class="details">
      <summary>{t('headers')}</summary>
      <pre>
        <code>{[head, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n')}</code>
      </pre>
    </details>
  </section>
);

const formatBody = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, describeFile, 2);

const describeFile = (_: string, value: unknown) =>
  value instanceof File ? `${value.name} (${value.size} B)` : value;

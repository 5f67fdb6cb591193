/** Parts of every form: the note about a draft, the progress of an upload and the submit button. */
import type { ComponentChildren } from 'preact';
import type { Progress } from '../../../client/runtime/index.ts';
import { t } from '../core/language.ts';
import { useForm } from '../forms/form-context.ts';

export const DraftNotice = ({ discard }: { discard(): void }) => (
  <p class="draft-notice">
    <span>{t('draftRestored')}</span>
    <button type="button" class="link" onClick={discard}>
      {t('startOver')}
    </button>
  </p>
);

export function UploadProgress({ progress: { loaded, total } }: { progress: Progress }) {
  const percent = total > 0 ? Math.round((100 * loaded) / total) : 0;
  return (
    <div class="progress">
      <progress max={100} value={percent} aria-label={t('uploading')} />
      <p role="status">{percent < 100 ? t('uploadingPercent', { percent }) : t('uploaded')}</p>
    </div>
  );
}

type SubmitButtonProps = { readonly children: ComponentChildren; readonly kind?: string | undefined };

export function SubmitButton({ children, kind = 'primary' }: SubmitButtonProps) {
  const { isBusy, isBlocked } = useForm();
  return (
    <button
      type="submit"
      class={`button ${kind}`}
      aria-disabled={isBusy || isBlocked}
      data-busy={isBusy || undefined}
    >
      {children}
      {isBusy && <span class="hidden">{t('working')}</span>}
    </button>
  );
}

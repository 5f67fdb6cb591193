/**
 * Form field for one file, which the user chooses or drops. The field reports a file that is too large or has the wrong
 * type even before the form is sent.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { FIELD_LIMITS } from '../../../client/runtime/index.ts';
import { useTexts } from '../core/language.ts';
import { FieldMessages, useField } from './fields.tsx';
import { FileIcon } from './icons.tsx';

/** Every file of the API has the same maximum size. */
const MAX_FILE_BYTES = FIELD_LIMITS.completeTestimony.document.maxBytes;

interface FileFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** Accepted media types, separated by commas. */
  readonly accept: string;
}

export function FileField({ name, label, hint, accept }: FileFieldProps) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const { id, messages, controlAttributes } = useField(name, hint);
  const fileError = file ? getFileError(file, accept, t) : undefined;
  const shownMessages = fileError ? [fileError] : messages;

  function handleDrop(event: DragEvent): void {
    event.preventDefault();
    setIsDraggedOver(false);
    if (!input.current || !event.dataTransfer?.files.length) return;
    input.current.files = event.dataTransfer.files;
    input.current.dispatchEvent(new Event('change', { bubbles: true }));
    input.current.dispatchEvent(new Event('input', { bubbles: true }));
  }

  function removeFile(): void {
    if (!input.current) return;
    input.current.value = '';
    input.current.dispatchEvent(new Event('input', { bubbles: true }));
    setFile(undefined);
    input.current.focus();
  }

  return (
    <div class="field" data-field={name} data-invalid={shownMessages.length > 0 || undefined}>
      <label for={id}>{label}</label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the input is the first */}
      <div
        class="drop"
        data-over={isDraggedOver || undefined}
        onDragOver={event => {
          event.preventDefault();
          setIsDraggedOver(true);
        }}
        onDragLeave={() => setIsDraggedOver(false)}
        onDrop={handleDrop}
      >
        <input
          type="file"
          ref={input}
          {...controlAttributes}
          aria-describedby={[`${id}-hint`, shownMessages.length > 0 && `${id}-error`]
            .filter(Boolean)
            .join(' ')}
          aria-invalid={shownMessages.length > 0 || undefined}
          name={name}
          accept={accept}
          onChange={event => setFile(event.currentTarget.files?.[0])}
        />
        {file ? <ChosenFile file={file} /> : <DropPrompt />}
      </div>
      {file && (
        <button type="button" class="link" onClick={removeFile}>
          {t('removeFile')}
          <span class="hidden">: {label}</span>
        </button>
      )}
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
      <FieldMessages id={id} messages={shownMessages} />
    </div>
  );
}

function DropPrompt() {
  const { t } = useTexts();
  return (
    <span class="prompt" aria-hidden="true">
      <FileIcon />
      <span>
        <strong>{t('chooseFile')}</strong> {t('orDrop')}
      </span>
    </span>
  );
}

function ChosenFile({ file }: { file: File }) {
  const url = usePreviewUrl(file);
  return (
    <span class="chosen" aria-live="polite">
      {url ? <img src={url} alt="" /> : <FileIcon />}
      <span>
        <strong>{file.name}</strong>
        <span class="small">{formatFileSize(file.size)}</span>
      </span>
    </span>
  );
}

/** Returns an object URL for the preview of an image, and revokes the URL when the preview is removed. */
function usePreviewUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file.type.startsWith('image/')) return;
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return file.type.startsWith('image/') ? url : undefined;
}

function getFileError(file: File, accept: string, t: ReturnType<typeof useTexts>['t']): string | undefined {
  if (file.size > MAX_FILE_BYTES) return t('fileTooLarge');
  return accept.split(',').includes(file.type) ? undefined : t('fileOfOtherType');
}

const formatFileSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

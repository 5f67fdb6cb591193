/** A file, chosen or dropped. What is too large or of another type is said before anything is sent. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useTexts } from '../core/language.ts';
import { Messages, useField } from './field.tsx';
import { FileIcon } from './icons.tsx';

const LARGEST = 10_485_760;

interface FileProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  /** Media types, with commas between. */
  readonly accept: string;
}

export function FileField({ name, label, hint, accept }: FileProps) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [over, setOver] = useState(false);
  const { id, messages, described } = useField(name, hint);
  const said = file ? refusal(file, accept, t) : undefined;
  const all = said ? [said] : messages;

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    if (!input.current || !event.dataTransfer?.files.length) return;
    input.current.files = event.dataTransfer.files;
    input.current.dispatchEvent(new Event('change', { bubbles: true }));
    input.current.dispatchEvent(new Event('input', { bubbles: true }));
  }

  function remove(): void {
    if (!input.current) return;
    input.current.value = '';
    input.current.dispatchEvent(new Event('input', { bubbles: true }));
    setFile(undefined);
    input.current.focus();
  }

  return (
    <div class="field" data-field={name} data-invalid={all.length > 0 || undefined}>
      <label for={id}>{label}</label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the input is the first */}
      <div
        class="drop"
        data-over={over || undefined}
        onDragOver={event => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          type="file"
          ref={input}
          {...described}
          aria-describedby={[`${id}-hint`, all.length > 0 && `${id}-error`].filter(Boolean).join(' ')}
          aria-invalid={all.length > 0 || undefined}
          name={name}
          accept={accept}
          onChange={event => setFile(event.currentTarget.files?.[0])}
        />
        {file ? <Chosen file={file} /> : <Prompt />}
      </div>
      {file && (
        <button type="button" class="link" onClick={remove}>
          {t('removeFile')}
          <span class="hidden">: {label}</span>
        </button>
      )}
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
      <Messages id={id} messages={all} />
    </div>
  );
}

function Prompt() {
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

function Chosen({ file }: { file: File }) {
  const url = usePreview(file);
  return (
    <span class="chosen" aria-live="polite">
      {url ? <img src={url} alt="" /> : <FileIcon />}
      <span>
        <strong>{file.name}</strong>
        <span class="small">{sizeOf(file.size)}</span>
      </span>
    </span>
  );
}

/** The address of a picture, as long as it is shown. */
function usePreview(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file.type.startsWith('image/')) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return file.type.startsWith('image/') ? url : undefined;
}

function refusal(file: File, accept: string, t: ReturnType<typeof useTexts>['t']): string | undefined {
  if (file.size > LARGEST) return t('fileTooLarge');
  return accept.split(',').includes(file.type) ? undefined : t('fileOfOtherType');
}

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

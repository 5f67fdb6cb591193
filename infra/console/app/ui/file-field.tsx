/**
 * Form field for one file. Its input covers the whole field, so the browser accepts a file that is dropped on it. The
 * field reports a file that is too large or has the wrong type even before the form is sent.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { language, t } from '../core/language.ts';
import { findFileError, formatFileSize } from '../forms/file-rules.ts';
import { useForm } from '../forms/form-context.ts';
import type { TextKey } from '../texts/all-texts.ts';
import { type CommonFieldProps, LabelledControl } from './fields.tsx';
import { Icon } from './icons.tsx';

interface FileFieldProps extends CommonFieldProps {
  /** Accepted media types, separated by commas. */
  readonly accept: string;
}

export function FileField({ accept, ...field }: FileFieldProps) {
  const { name } = field;
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const fileError = useRef<TextKey | undefined>(undefined);
  const { check } = useForm();
  async function handleChange(chosen: File | undefined): Promise<void> {
    setFile(chosen);
    fileError.current = chosen && (await findFileError(chosen, accept));
    // If the user has chosen another file in the meantime, the result for this file is not shown.
    if (chosen && chosen === input.current?.files?.[0]) check(name);
  }

  return (
    // A file input has no role that permits `aria-required`, so the input has `required` instead.
    <LabelledControl {...field} rule={() => fileError.current}>
      {({ 'aria-required': _, ...attributes }) => (
        <div class="drop">
          <input
            type="file"
            ref={input}
            {...attributes}
            required
            name={name}
            accept={accept}
            onChange={event => void handleChange(event.currentTarget.files?.[0])}
          />
          {file ? <ChosenFile file={file} /> : <DropPrompt />}
        </div>
      )}
    </LabelledControl>
  );
}

const DropPrompt = () => (
  <span class="prompt" aria-hidden="true">
    <Icon name="file" />
    <span>
      <strong>{t('chooseFile')}</strong> {t('orDrop')}
    </span>
  </span>
);

function ChosenFile({ file }: { file: File }) {
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  const [brokenFile, setBrokenFile] = useState<File>();
  const hasPreview = file.type.startsWith('image/') && file !== brokenFile;
  return (
    <span class="chosen" aria-live="polite">
      {hasPreview ? <img src={url} alt="" onError={() => setBrokenFile(file)} /> : <Icon name="file" />}
      <span>
        <strong>{file.name}</strong>
        <span class="small">{formatFileSize(file.size, language.value)}</span>
      </span>
    </span>
  );
}

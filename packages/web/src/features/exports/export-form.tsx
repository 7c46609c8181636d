import type { ExportFormat } from '@inkling/contract/exports';
import type { Story } from '@inkling/contract/stories';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../../lib/download.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { ErrorMessages } from '../forms/form-footer.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { useStoryExport } from './exports.api.ts';

const maxLength = 60;

/** The beginning of a text in whole characters, as a reader sees them. */
function shorten(text: string): string {
  let shortened = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (shortened.length + segment.length > maxLength) break;
    shortened += segment;
  }
  return shortened;
}

/** A file name that every system accepts. */
export function fileName(title: string, extension: string): string {
  const plain = title
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return `${shorten(plain).replace(/^[. ]+|[. ]+$/g, '') || 'story'}.${extension}`;
}

const formats: { format: ExportFormat; extension: string; label: string; hint: string }[] = [
  {
    format: 'epub',
    extension: 'epub',
    label: 'EPUB',
    hint: 'For reading apps and e-readers, with cover and table of contents. Inkling can import it again exactly as it is.',
  },
  {
    format: 'docx',
    extension: 'docx',
    label: 'Word',
    hint: 'For editing in Word, LibreOffice or Google Docs.',
  },
  {
    format: 'markdown',
    extension: 'md',
    label: 'Markdown',
    hint: 'Plain text with simple marks, in one file.',
  },
];

interface Props {
  story: Pick<Story, '_id' | 'title' | 'isPublished'>;
  close: () => void;
}

/** Chooses what to export, and downloads it. */
export function ExportForm({ story, close }: Props) {
  const { mutateAsync } = useStoryExport(story._id);
  /** The share received, 0 to 100; null before the response begins. */
  const [percent, setPercent] = useState<number | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const form = useCallForm<{ format: ExportFormat; drafts: boolean }>({
    // A story that is not published usually has drafts only.
    defaultValues: { format: 'epub', drafts: !story.isPublished },
    fallback: 'Failed to export the story.',
    send: async (wanted) => {
      abort.current = new AbortController();
      setPercent(null);
      const blob = await mutateAsync({ ...wanted, signal: abort.current.signal, onProgress: setPercent });
      const { extension = '' } = formats.find(({ format }) => format === wanted.format) ?? {};
      const file = fileName(story.title, extension);
      saveFile(blob, file);
      return `Saved as ${file}.`;
    },
  });
  const { busy, done } = form;
  const changed = () => {
    form.setDone('');
    form.clearErrors();
  };
  return (
    <form onSubmit={form.onSubmit} onChange={changed} className="space-y-5">
      <fieldset disabled={busy} className="space-y-2">
        <legend className="mb-1 font-semibold">Format</legend>
        {formats.map(({ format: value, label, hint }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer gap-3 rounded-md border border-line px-3 py-2 has-checked:border-accent has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              value={value}
              className="mt-1 size-4 shrink-0 accent-accent"
              {...form.register('format')}
            />
            <span>
              <span className="block font-semibold">{label}</span>
              <span className="block text-sm text-muted">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div>
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-accent"
            disabled={busy}
            {...form.register('drafts')}
          />
          Include chapters that aren’t published
        </label>
        <p className="text-sm text-muted">
          The file has your chapters as you last saved them, with volumes and author’s notes.
        </p>
      </div>
      <ErrorMessages messages={form.errorMessages} />
      {busy && percent !== null && <ProgressBar value={percent} label="Export progress" />}
      <p role="status" className="break-words text-muted empty:hidden">
        {busy && (percent === null ? 'Preparing the file…' : 'Downloading the file…')}
        {done}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={close}>{done !== '' ? 'Close' : 'Cancel'}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Exporting…' : 'Export'}
        </Button>
      </div>
    </form>
  );
}

import { importEndings, importFormatsWithEndings } from '@inkling/contract/import-formats';
import { BookUp } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { ExportedData } from './exported-data.ts';
import { chosenFiles, droppedFiles, useBookImport } from './use-book-import.ts';

const acceptedFiles = [
  ...importEndings,
  '.zip',
  'application/epub+zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.oasis.opendocument.text',
  'text/*',
].join();

const ExportedStories = lazyComponent(async () => (await import('./exported-stories.tsx')).ExportedStories);

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Imports a book as a draft story with draft chapters. The import continues when the dialog is closed. */
export function ImportDialog({ open, onOpenChange }: Props) {
  const bookImport = useBookImport(open);
  const { view, forget } = bookImport;
  const [exported, setExported] = useState<ExportedData | null>(null);
  const navigate = useNavigate();
  const uploaded = useRef(false);
  const toReview = view.step === 'review' ? view.book._id : null;
  // Whoever has just uploaded the book goes on to its review.
  useEffect(() => {
    if (view.step === 'sending') uploaded.current = true;
    if (toReview !== null && uploaded.current && open) void navigate(paths.reviewImport(toReview));
  }, [view.step, toReview, open, navigate]);
  const change = (next: boolean) => {
    if (!next && (view.step === 'done' || view.step === 'failed')) forget();
    if (!next) setExported(null);
    onOpenChange(next);
  };
  /** A file with one's data from another site has several stories. */
  const send: typeof bookImport.send = async (files) => {
    const [first, second] = files;
    const file = second === undefined ? first?.file : undefined;
    const isZip = file?.name.toLowerCase().endsWith('.zip') === true;
    const found =
      isZip && (await (await import('./exported-data.ts')).readExportedData(file).catch(() => null));
    if (found) setExported(found);
    else await bookImport.send(files);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title="Import a book"
      description={`${importFormatsWithEndings}, or a zip of such files, up to 20 MB. You check the chapters first; then it becomes a draft story, which only you can see until you publish it.`}
    >
      <div aria-live="polite" className="space-y-4">
        {exported !== null && view.step === 'choose' ? (
          <ExportedStories {...exported} close={() => change(false)} />
        ) : (
          <Step {...bookImport} send={send} close={() => change(false)} />
        )}
      </div>
    </Dialog>
  );
}

type StepProps = ReturnType<typeof useBookImport> & { close: () => void };

function Step({ view, send, cancel, forget, close }: StepProps) {
  if (view.step === 'choose') return <Choose problem={view.problem} send={send} />;
  if (view.step === 'sending')
    return (
      <>
        <p>Uploading {view.name}…</p>
        <ProgressBar value={view.percent} label="Upload progress" />
        <Button onClick={() => void cancel()}>Cancel</Button>
      </>
    );
  const { _id, fileName, done, total, story, message } = view.book;
  const cancelButton = <Button onClick={() => void cancel()}>Cancel import</Button>;
  switch (view.step) {
    case 'reading':
    case 'writing':
      return (
        <>
          <p>
            {view.step === 'reading'
              ? `Reading ${fileName}…`
              : `${done} of ${total} chapters from ${fileName}`}
          </p>
          <ProgressBar value={done === 0 ? null : (done / total) * 100} label="Import progress" />
          {cancelButton}
        </>
      );
    case 'review':
      return (
        <>
          {message !== null && <Alert>{message}</Alert>}
          <p className="break-words">
            {fileName} is ready: {total.toLocaleString('en')} {total === 1 ? 'piece was' : 'pieces were'}{' '}
            found. Check the chapters before they are saved.
          </p>
          <div className="flex flex-wrap gap-3">
            <Link to={paths.reviewImport(_id)} onClick={close} className={buttonClass('primary')}>
              Check the chapters
            </Link>
            {cancelButton}
          </div>
        </>
      );
    case 'done':
      return (
        <>
          <p>
            Imported {total} {total === 1 ? 'chapter as a draft' : 'chapters as drafts'}.
          </p>
          {message !== null && <Alert>{message}</Alert>}
          <div className="flex flex-wrap gap-3">
            {story !== null && (
              <Link to={paths.writeStory(story)} onClick={close} className={buttonClass('primary')}>
                Open the story
              </Link>
            )}
            <Button onClick={forget}>Import another</Button>
          </div>
        </>
      );
    case 'failed':
      return (
        <>
          <Alert>{message ?? 'The import failed, and nothing was saved. Please try again.'}</Alert>
          <Button onClick={forget}>Choose another file</Button>
        </>
      );
  }
}

function Choose({ problem, send }: { problem: string | null } & Pick<StepProps, 'send'>) {
  const input = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void droppedFiles(event.dataTransfer).then(send);
  };
  const choose = (isFolder: boolean) => {
    if (input.current === null) return;
    input.current.webkitdirectory = isFolder;
    input.current.click();
  };
  return (
    <>
      {problem !== null && <Alert>{problem}</Alert>}
      <fieldset
        aria-label="The book"
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
        className="grid place-items-center gap-3 rounded-xl border border-dashed border-control px-6 py-8 text-center"
      >
        <BookUp aria-hidden="true" className="size-8 text-muted" />
        <input
          ref={input}
          type="file"
          multiple
          accept={acceptedFiles}
          className="sr-only"
          tabIndex={-1}
          aria-label="Book files"
          onChange={(event) => {
            const chosen = chosenFiles(event.target.files ?? []);
            if (chosen.length > 0) void send(chosen);
            event.target.value = '';
          }}
        />
        <div className="flex flex-wrap justify-center gap-3">
          <Button variant="primary" onClick={() => choose(false)}>
            Choose files
          </Button>
          <Button onClick={() => choose(true)}>Choose a folder</Button>
        </div>
        <p className="text-sm text-muted">
          Or drop them here. Several files become the chapters of one story, in the order of their names. To
          move stories from another Inkling site, choose the zip you exported there under Settings.
        </p>
      </fieldset>
    </>
  );
}

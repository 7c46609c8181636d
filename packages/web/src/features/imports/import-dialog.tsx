import { BookUp } from 'lucide-react';
import { type DragEvent, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { type ImportView, useBookImport } from './use-book-import.ts';

const acceptedFiles =
  '.epub,.docx,.odt,.html,.htm,.xhtml,.md,.markdown,.txt,application/epub+zip,application/vnd.openxmlformats-officedocument.wordprocessingml.document,application/vnd.oasis.opendocument.text,text/*';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Imports a book as a draft story with draft chapters. The import continues when the dialog is closed. */
export function ImportDialog({ open, onOpenChange }: Props) {
  const { view, send, cancel, forget } = useBookImport(open);
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
    onOpenChange(next);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title="Import a book"
      description="EPUB, Word (.docx), OpenDocument (.odt), web page (.html), Markdown (.md) or plain text (.txt), up to 20 MB. You check the chapters first; then it becomes a draft story, which only you can see until you publish it."
    >
      <div aria-live="polite">
        <Step view={view} send={send} cancel={cancel} forget={forget} close={() => change(false)} />
      </div>
    </Dialog>
  );
}

interface StepProps {
  view: ImportView;
  send: (file: File | undefined) => Promise<void>;
  cancel: () => Promise<void>;
  forget: () => void;
  close: () => void;
}

function Step({ view, send, cancel, forget, close }: StepProps) {
  switch (view.step) {
    case 'choose':
      return <Choose problem={view.problem} send={send} />;
    case 'sending':
      return (
        <div className="space-y-4">
          <p>Uploading {view.name}…</p>
          <ProgressBar value={view.percent} label="Upload progress" />
          <Button onClick={() => void cancel()}>Cancel</Button>
        </div>
      );
    case 'running': {
      const { fileName, state, done, total } = view.book;
      return (
        <div className="space-y-4">
          <p>
            {state === 'reading' ? `Reading ${fileName}…` : `${done} of ${total} chapters from ${fileName}`}
          </p>
          <ProgressBar value={done === 0 ? null : (done / total) * 100} label="Import progress" />
          <Button onClick={() => void cancel()}>Cancel import</Button>
        </div>
      );
    }
    case 'review': {
      const { _id, fileName, total, message } = view.book;
      return (
        <div className="space-y-4">
          {message !== null && <Alert>{message}</Alert>}
          <p className="break-words">
            {fileName} is ready: {total.toLocaleString('en')} {total === 1 ? 'piece was' : 'pieces were'}{' '}
            found. Check the chapters before they are saved.
          </p>
          <div className="flex flex-wrap gap-3">
            <Link to={paths.reviewImport(_id)} onClick={close} className={buttonClass('primary')}>
              Check the chapters
            </Link>
            <Button onClick={() => void cancel()}>Cancel import</Button>
          </div>
        </div>
      );
    }
    case 'done': {
      const { story, total } = view.book;
      return (
        <div className="space-y-4">
          <p>
            Imported {total} {total === 1 ? 'chapter as a draft' : 'chapters as drafts'}.
          </p>
          <div className="flex flex-wrap gap-3">
            {story !== null && (
              <Link to={paths.writeStory(story)} onClick={close} className={buttonClass('primary')}>
                Open the story
              </Link>
            )}
            <Button onClick={forget}>Import another</Button>
          </div>
        </div>
      );
    }
    case 'failed':
      return (
        <div className="space-y-4">
          <Alert>{view.book.message ?? 'The import failed, and nothing was saved. Please try again.'}</Alert>
          <Button onClick={forget}>Choose another file</Button>
        </div>
      );
  }
}

function Choose({ problem, send }: { problem: string | null; send: StepProps['send'] }) {
  const input = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void send(event.dataTransfer.files[0]);
  };
  return (
    <div className="space-y-4">
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
          accept={acceptedFiles}
          className="sr-only"
          tabIndex={-1}
          aria-label="Book file"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            void send(file);
            event.target.value = '';
          }}
        />
        <Button variant="primary" onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <p className="text-sm text-muted">or drop it here</p>
      </fieldset>
    </div>
  );
}

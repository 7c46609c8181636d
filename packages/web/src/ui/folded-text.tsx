import { Button } from './button.tsx';

interface Props {
  /** Why the text is folded. */
  children: string;
  /** What it is, such as 'review by Ada'. */
  name: string;
  /** Whether the reader can ask for it: visitors have to sign in first. */
  canAsk: boolean;
  busy: boolean;
  /** Why the text could not be fetched. */
  error: string | null;
  onShow: () => void;
}

/** In place of a text that may give something away, until the reader asks for it. */
export function FoldedText({ children, name, canAsk, busy, error, onShow }: Props) {
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-sunken px-4 py-2">
      <p className="text-muted" role={error === null ? undefined : 'alert'}>
        {error ?? children}
        {!canAsk && ' Sign in to show it.'}
      </p>
      {canAsk && (
        <Button busy={busy} aria-label={`Show anyway: ${name}`} onClick={onShow}>
          Show anyway
        </Button>
      )}
    </div>
  );
}

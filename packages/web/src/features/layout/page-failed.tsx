import { messageOf } from '../../lib/api.ts';
import { isGone } from '../../lib/load.ts';
import { pageTitle } from '../../lib/titles.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { WaysOn } from './ways-on.tsx';

interface Props {
  error: unknown;
  onRetry: () => void;
  /** The page's heading, and the message of an error without one. */
  heading: string;
  fallback: string;
  /** What is said where there is no such page. */
  gone: { heading: string; text: string; title?: string };
}

/** In place of a page that does not exist or could not be loaded. */
export function PageFailed({ error, onRetry, heading, fallback, gone }: Props) {
  if (isGone(error)) {
    return (
      <div className="mx-auto max-w-xl px-4 py-20 text-center">
        <title>{gone.title ?? pageTitle(gone.heading)}</title>
        <h1 className="font-serif text-3xl">{gone.heading}</h1>
        <p className="mt-3 text-muted">{gone.text}</p>
        <WaysOn />
      </div>
    );
  }
  return (
    <div className="mx-auto max-w-xl px-4 py-10">
      <title>{pageTitle(heading)}</title>
      <h1 className="text-center font-serif text-3xl wrap-anywhere" dir="auto">
        {heading}
      </h1>
      <ErrorState message={messageOf(error, fallback)} onRetry={onRetry} />
      <WaysOn />
    </div>
  );
}

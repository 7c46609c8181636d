import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../lib/api.ts';
import { hasWorker } from '../../lib/has-worker.ts';
import { isGone } from '../../lib/load.ts';
import { paths } from '../../lib/paths.ts';
import { useIsMemberPage } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { useConnection } from '../../lib/use-connection.ts';
import { ErrorState } from '../../ui/error-state.tsx';

export const wayClass = 'link inline-flex min-h-11 items-center';

/** Where to go on from a page that was not found, or that needs a connection. */
export function WaysOn({ children }: { children?: ReactNode }) {
  const member = useIsMemberPage();
  const hasKept = useConnection() !== 'online' && hasWorker();
  return (
    <p className="mt-4 flex flex-wrap justify-center gap-x-6">
      {children}
      {hasKept ? (
        <Link to={paths.keptOffline} className={wayClass}>
          Open your kept stories
        </Link>
      ) : (
        <Link to={paths.landing} className={wayClass}>
          Back to Home
        </Link>
      )}
      {member ? (
        <Link to={paths.library} className={wayClass}>
          My Library
        </Link>
      ) : (
        <Link to={paths.featured} className={wayClass}>
          Featured Stories
        </Link>
      )}
    </p>
  );
}

interface Props {
  error: unknown;
  onRetry: () => void;
  /** The page's heading, and the message of an error without one. */
  heading: string;
  fallback: string;
  /** What is said where there is no such page. */
  gone: { heading: string; text: string; title?: string };
  /** A link to the parent page, such as a list. */
  above?: ReactNode;
}

/** In place of a page that does not exist or could not be loaded. */
export function PageFailed({ error, onRetry, heading, fallback, gone, above }: Props) {
  if (isGone(error)) {
    return (
      <div className="mx-auto max-w-xl px-4 py-20 text-center">
        <title>{gone.title ?? pageTitle(gone.heading)}</title>
        <h1 className="font-serif text-3xl">{gone.heading}</h1>
        <p className="mt-3 text-muted">{gone.text}</p>
        <WaysOn>{above}</WaysOn>
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
      <WaysOn>{above}</WaysOn>
    </div>
  );
}

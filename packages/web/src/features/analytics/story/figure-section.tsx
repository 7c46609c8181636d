import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';

interface Props {
  id: string;
  title: string;
  /** What the section shows, for those whose plan lacks it. */
  about?: string;
  /** Whether it is part of a plan that the author does not have. */
  isLocked?: boolean;
  /** What has had fewer than five readers, so there are no figures yet. */
  tooFewOf?: 'story' | 'chapter' | undefined;
  file?: { busy: boolean; save: () => void } | undefined;
  children: ReactNode;
  /** What everyone has. */
  footer?: ReactNode;
}

/** A part of the page; in place of what belongs to a plan, what it would show and the way to the store. */
export function FigureSection({
  id,
  title,
  about,
  isLocked = false,
  tooFewOf,
  file,
  children,
  footer,
}: Props) {
  return (
    <section aria-labelledby={id} className="border-t border-line pt-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="font-serif text-2xl">
          {title}
        </h2>
        {file !== undefined && !isLocked && tooFewOf === undefined && (
          <Button busy={file.busy} onClick={file.save} className="print:hidden">
            Download as CSV
            <span className="sr-only">{`(${title})`}</span>
          </Button>
        )}
      </div>
      {isLocked ? (
        <p className="max-w-prose text-muted">
          {about} It’s part of Pro and Premium.{' '}
          <Link to={{ pathname: paths.store, hash: 'subscriptions' }} className="link">
            See plans
            <span className="sr-only">{` for ${title.toLowerCase()}`}</span>
          </Link>
        </p>
      ) : tooFewOf === undefined ? (
        children
      ) : (
        <p className="text-muted">{`Figures appear once five people have read the ${tooFewOf}.`}</p>
      )}
      {footer}
    </section>
  );
}

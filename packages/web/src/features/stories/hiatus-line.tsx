import type { Story } from '@inkling/contract/stories';
import { CirclePause } from 'lucide-react';
import { utcDate } from '../../lib/format.ts';

type Props = { story: Pick<Story, 'isOnHiatus' | 'hiatusUntil' | 'hiatusNote'> };

/** That a story is on hiatus, until when, and what its author says about it. */
export function HiatusLine({ story: { isOnHiatus, hiatusUntil, hiatusNote = '' } }: Props) {
  if (!isOnHiatus) return null;
  return (
    <p className="flex items-start gap-2">
      <CirclePause aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        On hiatus
        {hiatusUntil != null && (
          <>
            {' '}
            until <time dateTime={hiatusUntil}>{utcDate(hiatusUntil)}</time>
          </>
        )}
        {hiatusNote !== '' && (
          <>
            : <bdi>{hiatusNote}</bdi>
          </>
        )}
      </span>
    </p>
  );
}

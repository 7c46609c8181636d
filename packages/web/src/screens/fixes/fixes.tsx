import type { FixState, OwnFix } from '@inkling/contract/fixes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { FixWords } from '../../features/fixes/fix-words.tsx';
import { ownFixesQuery, useWithdrawFix } from '../../features/fixes/fixes.api.ts';
import { BackLink } from '../../features/layout/back-link.tsx';
import { localDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { pageTitle } from '../../lib/titles.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NumberedPager } from '../../ui/numbered-pager.tsx';
import { ResultsSkeleton } from '../../ui/skeleton.tsx';
import { neighboringButton, useFocusAfter } from '../../ui/use-focus-after.ts';

const stateNames: Record<FixState, string> = {
  open: 'Waiting for the author',
  applied: 'Applied',
  dismissed: 'Not applied',
  outdated: 'The text has changed',
};

/** The fixes that the reader suggested, and what became of them. */
export default function OwnFixes() {
  const [page, setPage] = useState(1);
  const list = useQuery({ ...ownFixesQuery(page), placeholderData: keepPreviousData });
  // The last of a page was withdrawn.
  if (page > 1 && !list.isPlaceholderData && list.data?.data.length === 0) setPage(page - 1);
  return (
    <>
      <title>{pageTitle('Your Suggestions')}</title>
      <BackLink to={paths.library}>Back to your library</BackLink>
      <h1 className="mb-2 font-serif text-3xl sm:text-4xl">Your Suggestions</h1>
      <QueryState
        query={list}
        fallback="Failed to fetch your suggestions"
        pending={<ResultsSkeleton titled={false} />}
      />
      {list.data && list.data.pagination.total === 0 && (
        <EmptyState title="No suggestions yet">
          Found a typo? Select the words in the chapter and choose “Suggest a fix”. Only the author will see
          it.
        </EmptyState>
      )}
      {list.data && list.data.pagination.total > 0 && (
        <div className="max-w-3xl space-y-6">
          <p className="text-muted">
            {list.data.counts.applied.toLocaleString('en')} applied ·{' '}
            {list.data.counts.open.toLocaleString('en')} waiting
          </p>
          <ul className="space-y-4">
            {list.data.data.map((fix) => (
              <OwnFixRow key={fix._id} fix={fix} />
            ))}
          </ul>
          <NumberedPager
            label="Pages of suggestions"
            page={page}
            totalPages={list.data.pagination.totalPages}
            onChange={setPage}
          />
        </div>
      )}
    </>
  );
}

function OwnFixRow({ fix }: { fix: OwnFix }) {
  const withdraw = useWithdrawFix();
  const row = useFocusAfter<HTMLLIElement>(neighboringButton);
  const { story, chapter } = fix;
  return (
    <li ref={row} className="space-y-2 rounded-xl border border-line bg-raised p-4">
      <FixWords original={fix.original} replacement={fix.replacement} />
      {fix.note !== '' && <p className="whitespace-pre-line wrap-anywhere">{fix.note}</p>}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <Badge>{stateNames[fix.state]}</Badge>
        {fix.isThanked && <span>The author says thank you.</span>}
        {story !== null && chapter !== null ? (
          <Link to={paths.reading(story._id, chapter._id)} className="link" dir="auto">
            {story.title}: {chapter.title}
          </Link>
        ) : (
          <span>This chapter isn’t available at the moment.</span>
        )}
        <span>{localDate(fix.createdAt)}</span>
      </p>
      {fix.state === 'open' && (
        <Button busy={withdraw.isPending} onClick={() => withdraw.mutate({ params: { id: fix._id } })}>
          Withdraw
        </Button>
      )}
    </li>
  );
}

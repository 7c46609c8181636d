import { type Quest, type QuestAction, type QuestType, questType } from '@inkling/contract/quests';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { messageOf } from '../../lib/api.ts';
import { pluralize } from '../../lib/format.ts';
import { localFormat } from '../../lib/local-format.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import {
  activeQuestsQuery,
  claimableQuestsQuery,
  freshOnFocus,
  useAssignQuests,
  useClaimQuest,
} from './quests.api.ts';
import { ClaimButton, RewardAmount } from './reward-parts.tsx';

const units: Record<QuestAction, [one: string, many?: string]> = {
  finish_chapter: ['chapter'],
  read_minutes: ['minute'],
  read_words: ['word'],
  comment: ['comment'],
  highlight: ['highlight'],
  like: ['like'],
  react: ['reaction'],
  rate: ['rating'],
  save: ['story', 'stories'],
  follow: ['follow'],
  post: ['post'],
  publish_chapter: ['chapter'],
};

/** A quest with the reader's progress; its reward can be claimed once it is complete. */
function QuestCard({ quest }: { quest: Quest }) {
  const { _id: id, title, description, requirements, reward, progress, isCompleted } = quest;
  const claim = useClaimQuest();
  const isClaimed = quest.isClaimed || claim.isSuccess;
  const { action, target } = requirements;
  const [one, many] = units[action];
  return (
    <li className="flex flex-col gap-3 rounded-xl border border-line bg-raised p-4 sm:p-5">
      <div className="flex items-baseline justify-between gap-4">
        <h4 className="font-serif text-lg leading-snug">{title}</h4>
        <RewardAmount reward={reward} />
      </div>
      <p className="text-muted">{description}</p>
      <div className="mt-auto space-y-3 pt-1">
        <ProgressBar value={(100 * progress) / target} label={`Progress: ${title}`} />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <p className="text-sm text-muted tabular-nums">
            {progress.toLocaleString('en')} of {pluralize(target, one, many)}
          </p>
          {(isCompleted || isClaimed) && (
            <ClaimButton
              title={title}
              reward={reward}
              isClaimed={isClaimed}
              busy={claim.isPending}
              onClaim={() => claim.mutate({ params: { id } })}
            />
          )}
        </div>
      </div>
    </li>
  );
}

const headings: Record<QuestType, string> = { DAILY: 'Today', WEEKLY: 'This week', MONTHLY: 'This month' };

/** Such as 'Sun, Mar 8', in the reader's locale. */
const dayLabel = (day: string): string =>
  localFormat({
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(day));

/** The columns that a group of one, two, or three and more takes on wide screens, so that groups stand in rows. */
const widths = ['', '', 'xl:col-span-2', 'xl:col-span-3'];
const columns = ['', '', 'sm:grid-cols-2', 'sm:grid-cols-2 xl:grid-cols-3'];

const QuestsSkeleton = () => (
  <div aria-busy="true" className="grid gap-x-3 gap-y-6 xl:grid-cols-3">
    <span className="sr-only" role="status">
      Loading…
    </span>
    {[3, 2, 1].map((count) => (
      <div key={count} className={`pt-8 ${widths[count]}`}>
        <div className={`grid gap-3 ${columns[count]}`}>
          {Array.from({ length: count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
            <div key={index} className="h-39 animate-pulse rounded-xl bg-sunken sm:h-42" />
          ))}
        </div>
      </div>
    ))}
  </div>
);

/** The reader's quests of the day, week and month. Opening it gives them to a reader who has none. */
export function QuestsSection() {
  const active = useQuery({ ...activeQuestsQuery, ...freshOnFocus });
  const claimable = useQuery({ ...claimableQuestsQuery, ...freshOnFocus });
  const assign = useAssignQuests();
  const quests = active.data?.data;
  const missing =
    quests && questType.options.filter((type) => !quests.some((quest) => quest.type === type)).join();
  const { mutate } = assign;
  useEffect(() => {
    // Also when the day ends while the page is open.
    if (missing) mutate(missing.split(',') as QuestType[]);
  }, [missing, mutate]);
  const isAssigning = quests?.length === 0 && (assign.isIdle || assign.isPending);
  return (
    <section aria-labelledby="quests">
      <h2 id="quests" className="font-serif text-2xl">
        Quests
      </h2>
      <p className="mt-1 mb-4 text-muted">
        Small goals for what you do anyway. Rewards you don’t claim are paid when a quest ends. Reading
        offline counts toward your own reading time, but not toward quests.
      </p>
      {quests === undefined || isAssigning ? (
        isAssigning ? (
          <QuestsSkeleton />
        ) : (
          <QueryState query={active} fallback="Failed to fetch your quests" pending={<QuestsSkeleton />} />
        )
      ) : (
        <>
          {assign.error !== null && (
            <ErrorState
              message={messageOf(assign.error, 'Failed to get your quests')}
              onRetry={() => mutate((missing ?? '').split(',') as QuestType[])}
            />
          )}
          <QuestLists quests={quests} earlier={claimable.data?.data ?? []} isEmpty={assign.isSuccess} />
        </>
      )}
    </section>
  );
}

interface ListsProps {
  quests: Quest[];
  /** Claimable ones, of which some have ended. */
  earlier: Quest[];
  /** Whether there is nothing to be had. */
  isEmpty: boolean;
}

function QuestLists({ quests, earlier, isEmpty }: ListsProps) {
  const ended = earlier.filter(({ _id }) => !quests.some((quest) => quest._id === _id));
  const groups = questType.options.map((type) => {
    const ofType = quests.filter((quest) => quest.type === type);
    return {
      heading: headings[type],
      until: type === 'DAILY' ? undefined : ofType[0]?.lastDay,
      quests: ofType,
    };
  });
  const shown = [...groups, { heading: 'Ended', until: undefined, quests: ended }].filter(
    (group) => group.quests.length > 0,
  );
  if (shown.length === 0)
    return isEmpty ? (
      <p className="rounded-xl bg-sunken px-6 py-8 text-center text-muted">
        No quests for now. There will be some once there’s more to read.
      </p>
    ) : null;
  return (
    <div className="grid gap-x-3 gap-y-6 xl:grid-cols-3">
      {shown.map(({ heading, until, quests: some }) => (
        <div key={heading} className={`flex flex-col ${widths[Math.min(some.length, 3)]}`}>
          <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
            <h3 className="font-semibold">{heading}</h3>
            {until !== undefined && (
              <p className="text-sm text-muted">
                Through <time dateTime={until}>{dayLabel(until)}</time>
              </p>
            )}
          </div>
          <ul className={`grid flex-1 gap-3 ${columns[Math.min(some.length, 3)]}`}>
            {some.map((quest) => (
              <QuestCard key={quest._id} quest={quest} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

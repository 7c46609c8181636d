import type { Quest, QuestAction } from '@inkling/contract/quests';
import { pluralize } from '../../lib/format.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useClaimQuest } from './quests.api.ts';
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
export function QuestCard({ quest }: { quest: Quest }) {
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

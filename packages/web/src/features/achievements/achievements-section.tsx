import type { AchievementEntry } from '@inkling/contract/achievements';
import { useQuery } from '@tanstack/react-query';
import { localDate, pluralize } from '../../lib/format.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { serverNow } from '../../lib/server-time.ts';
import { useToggle } from '../../lib/use-toggle.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { achievementsQuery, useClaim } from './achievements.api.ts';
import { BadgePicture } from './badge-picture.tsx';

const groups = [
  { title: 'Reading', families: ['books', 'streak', 'words', 'chapters'] },
  { title: 'Taking part', families: ['comments', 'highlights', 'following'] },
  { title: 'Writing', families: ['writing', 'completed', 'followers'] },
];

/** All achievements in groups, with progress and what the profile shows. */
function AchievementList({ achievements }: { achievements: AchievementEntry[] }) {
  const completed = achievements.filter(({ isCompleted }) => isCompleted).length;
  return (
    <div className="space-y-8">
      <p className="max-w-[66ch] text-muted">
        {completed} of {pluralize(achievements.length, 'achievement')} completed. You keep them for good, and
        choose which ones your profile shows.
      </p>
      {groups.map(({ title, families }) => {
        const shown = achievements.filter(({ family }) => families.includes(family));
        if (shown.length === 0) return null;
        return (
          <section key={title} aria-label={title}>
            <h2 className="mb-3 font-serif text-2xl">{title}</h2>
            <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
              {shown.map((achievement) => (
                <Card key={achievement._id} achievement={achievement} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

const newFor = 7 * 24 * 60 * 60 * 1000;

/** Completed in the last days, and not on the profile yet. */
const isNew = ({ completedAt, isClaimed }: AchievementEntry): boolean =>
  completedAt !== null && !isClaimed && serverNow() - Date.parse(completedAt) < newFor;

function Card({ achievement }: { achievement: AchievementEntry }) {
  const { name, description, image, progress, target, isCompleted, completedAt, heldBy } = achievement;
  return (
    <li className="flex items-start gap-4 rounded-lg border border-line bg-raised p-4">
      <BadgePicture image={image} size={64} faded={!isCompleted} />
      <div className="flex min-w-0 flex-1 flex-col self-stretch">
        <h3 className="flex flex-wrap items-center gap-2 font-semibold">
          {name} {isNew(achievement) && <Badge tone="accent">New</Badge>}
        </h3>
        <p className="text-sm text-muted">{description}</p>
        <p className="mt-1 text-sm text-muted tabular-nums last-of-type:mb-2">
          {isCompleted
            ? completedAt === null
              ? 'Completed'
              : `Completed ${localDate(completedAt)}`
            : `${progress.toLocaleString('en')} of ${target.toLocaleString('en')}`}
        </p>
        {heldBy !== null && (
          <p className="mb-2 text-sm text-muted tabular-nums">{heldBy}% of readers have it</p>
        )}
        <div className="mt-auto">
          {isCompleted ? (
            <ProfileToggle achievement={achievement} />
          ) : (
            <ProgressBar value={(100 * progress) / target} label={`Progress of ${name}`} />
          )}
        </div>
      </div>
    </li>
  );
}

function ProfileToggle({ achievement: { _id, name, isClaimed } }: { achievement: AchievementEntry }) {
  const claim = useClaim();
  const { on, busy, toggle } = useToggle(isClaimed, (wanted) => claim(_id, wanted));
  return (
    <Button busy={busy} variant={on ? 'subtle' : 'quiet'} className={on ? '-ms-3' : ''} onClick={toggle}>
      {on ? 'Take off profile' : 'Show on profile'} <span className="sr-only">{name}</span>
    </Button>
  );
}

const Waiting = () => (
  <div aria-busy="true" className="grid gap-4 pt-14 sm:grid-cols-2 xl:grid-cols-3">
    <span className="sr-only" role="status">
      Loading…
    </span>
    {[0, 1, 2, 3, 4, 5].map((index) => (
      <div key={index} className="h-40 animate-pulse rounded-lg bg-sunken" />
    ))}
  </div>
);

/** The person's achievements, while they load, and if they fail to. */
export function AchievementsSection() {
  const query = useQuery(achievementsQuery);
  return (
    <>
      <QueryState query={query} fallback="Failed to fetch your achievements" pending={<Waiting />} />
      {query.data && <AchievementList achievements={query.data.data} />}
    </>
  );
}

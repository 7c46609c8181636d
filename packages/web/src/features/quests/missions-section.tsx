import type { Mission } from '@inkling/contract/quests';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { QueryState } from '../../lib/query-state.tsx';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { useUpdatePreferences } from '../users/users.api.ts';
import { freshOnFocus, missionsQuery, useClaimMission } from './quests.api.ts';
import { ClaimButton, RewardAmount } from './reward-parts.tsx';

const isDone = ({ isCompleted, isClaimed }: Mission) => isCompleted || isClaimed;

/** The first steps on the site, each with where it is done; publishing is one for authors. */
export function MissionsSection({ isAuthor = true }: { isAuthor?: boolean }) {
  const query = useQuery({ ...missionsQuery, ...freshOnFocus });
  const missions = query.data?.data.filter(
    (mission) => isAuthor || isDone(mission) || mission._id !== 'publish-chapter',
  );
  const update = useUpdatePreferences();
  return (
    <section aria-labelledby="missions">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="missions" className="font-serif text-2xl">
          First steps
        </h2>
        <Button
          variant="ghost"
          busy={update.isPending}
          onClick={() => update.mutate({ body: { hidesFirstSteps: true } })}
        >
          Hide<span className="sr-only"> first steps</span>
        </Button>
      </div>
      {missions === undefined ? (
        <div className="mt-4">
          <QueryState
            query={query}
            fallback="Failed to fetch your first steps"
            pending={<TextSkeleton lines={8} />}
          />
        </div>
      ) : (
        <Missions missions={missions} />
      )}
    </section>
  );
}

function Missions({ missions }: { missions: Mission[] }) {
  const done = missions.filter(isDone).length;
  if (missions.every(({ isClaimed }) => isClaimed))
    return <p className="mt-1 text-muted">You’ve taken all of them. The rest of Inkling is yours.</p>;
  return (
    <>
      <div className="mt-1 mb-4 flex items-center gap-4">
        <p className="text-muted tabular-nums">
          {done} of {missions.length} done
        </p>
        <div className="max-w-60 flex-1">
          <ProgressBar value={(100 * done) / missions.length} label="First steps done" />
        </div>
      </div>
      <ol className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-raised">
        {missions.map((mission) => (
          <MissionRow key={mission._id} mission={mission} />
        ))}
      </ol>
    </>
  );
}

function MissionRow({ mission }: { mission: Mission }) {
  const { _id: id, title, description, link, progress, target, reward } = mission;
  const claim = useClaimMission();
  const isClaimed = mission.isClaimed || claim.isSuccess;
  const isComplete = isDone(mission);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 sm:flex-nowrap sm:gap-x-4 sm:px-5">
      <span
        className={`grid size-7 shrink-0 place-items-center rounded-full border-2 ${isComplete ? 'border-accent bg-accent text-on-accent' : 'border-control border-dashed'}`}
      >
        {isComplete && <Check aria-hidden="true" className="size-4" strokeWidth={3} />}
        <span className="sr-only">{isComplete ? 'Done' : 'To do'}</span>
      </span>
      <div className="min-w-0 flex-1 basis-18">
        {isComplete ? (
          <p className={isClaimed ? 'text-muted' : 'font-semibold'}>{title}</p>
        ) : (
          <Link to={link} className="link font-semibold">
            {title}
          </Link>
        )}
        {!isComplete && (
          <p className="text-sm text-muted">
            {description}
            {progress > 0 && ` ${progress} of ${target} done.`}
          </p>
        )}
      </div>
      <div className="flex min-h-11 items-center max-sm:ms-auto">
        {isComplete ? (
          <ClaimButton
            title={title}
            reward={reward}
            variant="quiet"
            isClaimed={isClaimed}
            busy={claim.isPending}
            onClaim={() => claim.mutate({ params: { id } })}
          />
        ) : (
          <RewardAmount reward={reward} />
        )}
      </div>
    </li>
  );
}

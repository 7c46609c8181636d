import type { Achievement } from '@inkling/contract/profiles';
import { Award } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';

/** All achievements, with the user's progress. */
export function Achievements({ achievements }: { achievements: Achievement[] }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {achievements.map((achievement) => (
        <Card key={achievement._id} achievement={achievement} />
      ))}
    </ul>
  );
}

function Card({ achievement }: { achievement: Achievement }) {
  const { name, description, progress, target, isEarned } = achievement;
  return (
    <li className="flex gap-4 rounded-lg border border-line bg-raised p-4">
      <span
        className={`grid size-12 shrink-0 place-items-center rounded-full ${isEarned ? 'bg-accent text-on-accent' : 'bg-sunken text-muted'}`}
      >
        <Award aria-hidden="true" className="size-6" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="flex flex-wrap items-center justify-between gap-2 font-semibold">
          {name}
          {isEarned && <Badge tone="accent">Earned</Badge>}
        </h2>
        <p className="text-sm text-muted">{description}</p>
        <div className="mt-3">
          <ProgressBar value={(100 * progress) / target} label={`Progress of ${name}`} />
        </div>
        <p className="mt-1 text-sm text-muted tabular-nums">
          {progress.toLocaleString()} of {target.toLocaleString()}
        </p>
      </div>
    </li>
  );
}

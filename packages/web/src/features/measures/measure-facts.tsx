import type { OwnMeasure } from '@inkling/contract/measures';
import type { ReactNode } from 'react';
import { LocalDate } from '../../lib/local-date.tsx';
import { localMoment } from '../../lib/moments.ts';
import { Badge } from '../../ui/badge.tsx';

const kindNames = { remove: 'Removed', warn: 'Warning', suspend: 'Suspension' };
const answerNames = { granted: 'Appeal granted', refused: 'Appeal declined' };

/** When a measure ends or has ended. Only a suspension that has no end says so. */
function endOf({ kind, until, endedAt }: OwnMeasure): string | null {
  if (endedAt !== null) return `Ended ${localMoment(endedAt)}`;
  if (until !== null) return `Until ${localMoment(until)}`;
  return kind === 'suspend' ? 'For good' : null;
}

/** A warning that was not lifted has no state. */
function stateOf({ kind, endedAt }: OwnMeasure) {
  if (endedAt !== null) return <Badge>{kind === 'warn' ? 'Lifted' : 'Ended'}</Badge>;
  return kind === 'warn' ? null : <Badge tone="accent">In force</Badge>;
}

interface Props {
  measure: OwnMeasure;
  /** Above it, such as whom it concerns. */
  heading?: ReactNode;
  /** Who took it, such as ‘the team’. */
  by: ReactNode;
  /** How the writer of the appeal is called: ‘Your appeal’. */
  appealName: string;
  /** What can be done about it. */
  children?: ReactNode;
}

/** A measure with its reason, its end, and the appeal with its answer. */
export function MeasureFacts({ measure, heading, by, appealName, children }: Props) {
  const { kind, subject, reason, createdAt, appeal } = measure;
  const end = endOf(measure);
  return (
    <li className="space-y-3 py-4">
      <div>
        {heading}
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{kindNames[kind]}</span>
          {stateOf(measure)}
        </p>
        {subject !== null && (
          <p className="wrap-anywhere">
            About the {subject.kind}
            {subject.title !== '' && (
              <>
                {' '}
                “<bdi>{subject.title}</bdi>”
              </>
            )}
          </p>
        )}
        <p className="text-sm text-muted">
          <LocalDate iso={createdAt} /> · {by}
          {end !== null && ` · ${end}`}
        </p>
      </div>
      {reason !== '' && <Quoted name="Reason">{reason}</Quoted>}
      {appeal !== null && <Quoted name={appealName}>{appeal.text}</Quoted>}
      {appeal !== null && appeal.status !== 'open' && (
        <Quoted name={answerNames[appeal.status]}>{appeal.answer}</Quoted>
      )}
      {children}
    </li>
  );
}

/** What someone wrote, with its name. */
export const Quoted = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div>
    <p className="text-sm text-muted">{name}</p>
    <p className="max-w-[66ch] border-s-4 border-line ps-3 whitespace-pre-line wrap-anywhere" dir="auto">
      {children}
    </p>
  </div>
);

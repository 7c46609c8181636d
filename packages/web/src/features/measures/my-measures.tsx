import type { OwnMeasure } from '@inkling/contract/measures';
import { useQuery } from '@tanstack/react-query';
import { localMoment } from '../../lib/moments.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { inputKey } from '../../lib/stored-input.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { AppealForm } from './appeal-form.tsx';
import { MeasureFacts } from './measure-facts.tsx';
import { myMeasuresQuery, useAppeal } from './measures.api.ts';
import { stillWorks } from './suspension-text.ts';

/** The measures against the reader, with what they can do about them. */
export function MyMeasures({ userId }: { userId: string }) {
  const query = useQuery({ ...myMeasuresQuery, enabled: useOpened() });
  if (query.data === undefined)
    return (
      <QueryState
        query={query}
        fallback="Failed to fetch your standing"
        pending={<TextSkeleton lines={1} />}
      />
    );
  const { isSuspended, suspendedUntil, measures } = query.data.data;
  return (
    <div className="space-y-3">
      {isSuspended ? (
        <p>
          Your account is suspended{suspendedUntil !== null && ` until ${localMoment(suspendedUntil)}`}.{' '}
          {stillWorks}
        </p>
      ) : (
        <p className="text-muted">
          {measures.length === 0
            ? 'You’re in good standing. The site’s team hasn’t made any decisions about you.'
            : 'You’re not suspended. These are the decisions about you.'}
        </p>
      )}
      {measures.length > 0 && (
        <ul className="divide-y divide-line">
          {measures.map((measure) => (
            <MeasureFacts
              key={measure._id}
              measure={measure}
              by={measure.isByModerator ? 'A community’s moderators' : 'The site’s team'}
              appealName="Your appeal"
            >
              <Appeal measure={measure} storageKey={inputKey(userId, `appeal:${measure._id}`)} />
            </MeasureFacts>
          ))}
        </ul>
      )}
    </div>
  );
}

function Appeal({ measure, storageKey }: { measure: OwnMeasure; storageKey: string }) {
  const { _id: id, canAppeal, appeal } = measure;
  const call = useAppeal();
  if (appeal?.status === 'open') return <p className="text-muted">The site’s team hasn’t answered yet.</p>;
  if (!canAppeal) return null;
  return (
    <AppealForm
      storageKey={storageKey}
      question="Why should the site’s team change its decision?"
      sent="Your appeal has been sent. You’ll be notified of the answer."
      send={(text) => call.mutateAsync({ params: { id }, body: { text } })}
    />
  );
}

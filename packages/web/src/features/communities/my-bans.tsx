import type { OwnBan } from '@inkling/contract/communities';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { localMoment } from '../../lib/moments.ts';
import { paths } from '../../lib/paths.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { AppealForm } from '../measures/appeal-form.tsx';
import { Quoted } from '../measures/measure-facts.tsx';
import { myBansQuery, useAppealBan } from './people.api.ts';

/** The bans of the reader from communities, with what they can do about them. Nothing without any. */
export function MyBans({ userId }: { userId: string }) {
  const bans = useQuery({ ...myBansQuery, enabled: useOpened() }).data?.data ?? [];
  if (bans.length === 0) return null;
  return (
    <ul aria-label="Bans from communities" className="mt-3 divide-y divide-line border-t border-line">
      {bans.map((ban) => (
        <li key={ban.community._id} className="space-y-3 py-4">
          <div>
            <p className="font-semibold wrap-anywhere">
              Banned from{' '}
              <Link to={paths.community(ban.community._id)} className="link">
                <bdi>{ban.community.name}</bdi>
              </Link>
            </p>
            <p className="text-sm text-muted">
              By its moderators · {ban.until === null ? 'No end date' : `Until ${localMoment(ban.until)}`}
            </p>
          </div>
          <Quoted name="Reason">{ban.reason}</Quoted>
          {ban.appeal !== null && <Quoted name="Your appeal">{ban.appeal.text}</Quoted>}
          <Appeal ban={ban} storageKey={inputKey(userId, `ban-appeal:${ban.community._id}`)} />
        </li>
      ))}
    </ul>
  );
}

function Appeal({ ban: { community, appeal }, storageKey }: { ban: OwnBan; storageKey: string }) {
  const call = useAppealBan();
  if (appeal !== null)
    return (
      <p className="text-muted">
        {appeal.isRefused ? 'The moderators declined your appeal.' : 'The moderators haven’t answered yet.'}
      </p>
    );
  return (
    <AppealForm
      storageKey={storageKey}
      question="Why should the moderators lift the ban?"
      sent="Your appeal has been sent. You’ll be notified of the decision."
      send={(text) => call.mutateAsync({ params: { id: community._id }, body: { text } })}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CallResponse } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ResultsSkeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { kinds, mutableKinds } from './kinds.ts';
import { settingsQuery, useMuteKinds, useMuteStory } from './notifications.api.ts';

/** Which notifications the reader gets. Each change is saved at once. `children`: how they get them. */
export function NotificationSettings({ onClose, children }: { onClose: () => void; children?: ReactNode }) {
  const query = useQuery(settingsQuery);
  return (
    <Dialog open onOpenChange={onClose} title="Notification settings" initialFocus="title">
      {children}
      {query.data === undefined ? (
        <QueryState
          query={query}
          fallback="Failed to fetch your settings"
          pending={<ResultsSkeleton titled={false} />}
        />
      ) : (
        <>
          <Kinds {...query.data.data} />
          <MutedStories {...query.data.data} />
        </>
      )}
    </Dialog>
  );
}

type Settings = CallResponse<'GET /notifications/settings'>['data'];

function Kinds({ mutedKinds }: Pick<Settings, 'mutedKinds'>) {
  const { mutate, isPending, variables } = useMuteKinds();
  const muted = isPending ? variables.body.mutedKinds : mutedKinds;
  return (
    <div className="space-y-1">
      {mutableKinds.map((kind) => (
        <Switch
          key={kind}
          label={kinds[kind].name}
          checked={!muted.includes(kind)}
          onChange={({ target }) =>
            mutate({
              body: {
                mutedKinds: target.checked ? muted.filter((one) => one !== kind) : [...muted, kind],
              },
            })
          }
        />
      ))}
    </div>
  );
}

function MutedStories({ mutedStories }: Pick<Settings, 'mutedStories'>) {
  const { unmute } = useMuteStory();
  return (
    <section aria-labelledby="muted-stories" className="mt-6">
      <h3 id="muted-stories" className="font-serif text-xl">
        Muted stories
      </h3>
      {mutedStories.length === 0 && (
        <p className="mt-1 text-muted">None. You can mute a story in the menu of one of its notifications.</p>
      )}
      <ul className="divide-y divide-line">
        {mutedStories.map(({ _id, title }) => (
          <li key={_id} className="flex items-center justify-between gap-4 py-2">
            {title === null ? (
              <span className="text-muted">No longer available</span>
            ) : (
              <Link to={paths.story(_id)} className="min-w-0 break-words hover:underline" dir="auto">
                {title}
              </Link>
            )}
            <Button
              busy={unmute.isPending && unmute.variables.params.storyId === _id}
              onClick={() => unmute.mutate({ params: { storyId: _id } })}
            >
              Unmute<span className="sr-only"> {title ?? 'this story'}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

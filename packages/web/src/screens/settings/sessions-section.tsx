import type { LoginSession } from '@inkling/contract/account';
import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { sessionsQuery, useEndSession } from '../../features/account/account.api.ts';
import { LocalDate } from '../../lib/local-date.tsx';
import { lastReadLabel } from '../../lib/moments.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useNear } from '../../lib/use-near.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

const initiallyShown = 5;

/** Lists the user's sessions and ends any or all of the others. Loaded when it is scrolled near. */
export function SessionsSection() {
  const container = useRef<HTMLDivElement>(null);
  const near = useNear(container);
  const sessions = useQuery({ ...sessionsQuery, enabled: near });
  const pending = <TextSkeleton lines={3} />;
  return (
    <div ref={container}>
      {sessions.isSuccess ? (
        <SessionList sessions={sessions.data.data} />
      ) : (
        <QueryState query={sessions} fallback="Failed to fetch your sessions" pending={pending} />
      )}
    </div>
  );
}

function SessionList({ sessions }: { sessions: LoginSession[] }) {
  const [all, setAll] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const end = useEndSession();
  // The current session comes first.
  const ordered = sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  const others = sessions.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <div className="space-y-4">
      <p className="text-muted">
        If you don’t recognize one of these, sign it out and choose a new password.
      </p>
      <ul className="divide-y divide-line rounded-md border border-line">
        {ordered.slice(0, all ? undefined : initiallyShown).map((session) => (
          <SessionItem
            key={session._id}
            session={session}
            busy={end.isPending && end.variables === session._id}
            onEnd={() => end.mutate(session._id)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {!all && sessions.length > initiallyShown && (
          <Button variant="ghost" onClick={() => setAll(true)}>
            Show all {sessions.length}
          </Button>
        )}
        {others > 0 && <Button onClick={() => setConfirming(true)}>Sign out everywhere else</Button>}
      </div>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Sign out everywhere else?"
        confirm="Sign out"
        busy={end.isPending}
        onConfirm={() => end.mutate('others', { onSettled: () => setConfirming(false) })}
      >
        <p>
          {others === 1 ? 'One other device' : `All ${others} other devices`} will be signed out. You’ll stay
          signed in here. Unsaved text on other devices stays there.
        </p>
      </ConfirmDialog>
    </div>
  );
}

function SessionItem({ session, busy, onEnd }: { session: LoginSession; busy: boolean; onEnd: () => void }) {
  const { device, isCurrent, createdAt, lastUsedAt } = session;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <MonitorSmartphone aria-hidden="true" className="size-6 shrink-0 text-muted" />
      <div className="min-w-40 flex-1">
        <p className="font-semibold break-words">
          {device}
          {isCurrent && (
            <span className="ms-2 rounded-full bg-sunken px-2 py-0.5 text-sm font-normal">This device</span>
          )}
        </p>
        <p className="text-sm text-muted">
          Last used: {lastReadLabel(lastUsedAt)} · Signed in <LocalDate iso={createdAt} />
        </p>
      </div>
      {!isCurrent && (
        <Button busy={busy} aria-label={`Sign out ${device}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}

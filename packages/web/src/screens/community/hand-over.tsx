import type { CommunityPage } from '@inkling/contract/communities';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { membersQuery } from '../../features/communities/communities.api.ts';
import { useHandOver } from '../../features/communities/people.api.ts';
import { nextPageOf, ShowMore } from '../../features/stories/show-more.tsx';
import { itemsOf } from '../../features/stories/use-list.ts';
import { displayNameOf, hasDisplayName } from '../../features/users/display-name.ts';
import { PersonAvatar } from '../../features/users/person-avatar.tsx';
import { showSuccess } from '../../lib/notify.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { footerClass } from '../../ui/dialog-footer.ts';
import { TextSkeleton } from '../../ui/skeleton.tsx';

interface Props {
  community: CommunityPage;
  onClose: () => void;
}

/** Chooses the member who becomes the founder. */
export function HandOver({ community: { _id: id, name, memberCount }, onClose }: Props) {
  const query = useInfiniteQuery(membersQuery(id));
  const list = useRef<HTMLUListElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const handOver = useHandOver();
  const others = itemsOf(query.data?.pages ?? []).filter(({ role }) => role !== 'founder');
  const successor = others.find(({ _id }) => _id === chosen);
  const total = query.hasNextPage ? Math.max(memberCount - 1, others.length + 1) : others.length;
  const submit = () => {
    if (successor === undefined) return;
    const onSuccess = () => {
      showSuccess(`${displayNameOf(successor)} is the founder now.`);
      onClose();
    };
    handOver.mutate({ params: { id }, body: { userId: successor._id } }, { onSuccess });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Hand over “${name}”`}
      description="The member you choose becomes the founder and gets a notification. You become a moderator. Only the new founder can hand it back."
    >
      <QueryState query={query} fallback="Failed to fetch members" pending={<TextSkeleton lines={4} />} />
      {query.isSuccess && others.length === 0 && (
        <p className="mb-4">There are no other members. Someone has to join first.</p>
      )}
      <ul ref={list} tabIndex={-1} aria-label="Members" className="outline-none">
        {others.map((person) => (
          <li key={person._id}>
            <label className="flex min-h-11 items-center gap-3 py-1.5">
              <input
                type="radio"
                name="founder"
                className="size-5 shrink-0 accent-(--accent)"
                checked={chosen === person._id}
                onChange={() => setChosen(person._id)}
              />
              <PersonAvatar person={person} size={32} />
              <span className="min-w-0 wrap-anywhere">
                <bdi className="font-semibold">{displayNameOf(person)}</bdi>
                {hasDisplayName(person) && <bdi className="ms-2 text-sm text-muted">@{person.username}</bdi>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <ShowMore list={list} items="members" shown={others.length} total={total} pages={nextPageOf(query)} />
      <div className={`${footerClass} mt-4 flex flex-wrap justify-end gap-3`}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          busy={handOver.isPending}
          disabled={successor === undefined}
          onClick={submit}
        >
          {handOver.isPending ? 'Handing over…' : 'Hand over'}
        </Button>
      </div>
    </Dialog>
  );
}

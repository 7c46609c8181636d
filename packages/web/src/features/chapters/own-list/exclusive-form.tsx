import { Lock, LockOpen } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { NumberForm } from '../list/number-form.tsx';
import { useSetExclusive } from '../own-chapters.api.ts';

interface Props {
  storyId: string;
  /** The number of the first chapter that is for Premium readers; null if none is. */
  from: number | null;
  total: number;
}

/** From which chapter on a story is for Premium readers. */
export function ExclusiveForm({ storyId, from, total }: Props) {
  const { mutate, isPending } = useSetExclusive();
  const Icon = from === null ? LockOpen : Lock;
  const set = (fromChapter: number | null) => mutate({ params: { id: storyId }, body: { fromChapter } });
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="flex items-center gap-2" role="status">
        <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
        {from === null
          ? 'All chapters are open to everyone'
          : `Chapters ${from.toLocaleString('en')} and up are for Premium readers`}
      </p>
      {from === null ? (
        <NumberForm label="First Premium chapter" action="Set" total={total} onSubmit={set} />
      ) : (
        <Button disabled={isPending} onClick={() => set(null)}>
          Turn off
        </Button>
      )}
    </div>
  );
}

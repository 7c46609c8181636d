import type { InventoryEntry } from '@inkling/contract/store';
import { pluralize } from '../../lib/format.ts';
import { LocalDate } from '../../lib/local-date.tsx';
import { serverNow } from '../../lib/server-time.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ItemPicture } from './item-picture.tsx';
import { useUndoPurchase, useUseItem } from './store.api.ts';

/** What a person owns, to put it in use and out of use. */
export const InventoryList = ({ entries }: { entries: readonly InventoryEntry[] }) => (
  <ul className="grid gap-4 md:grid-cols-2">
    {entries.map((entry) => (
      <Entry key={entry.item._id} entry={entry} />
    ))}
  </ul>
);

function Entry({ entry: { _id, item, count, isInUse, restDays, undoUntil } }: { entry: InventoryEntry }) {
  const use = useUseItem();
  const undo = useUndoPurchase();
  const params = { id: _id };
  const canUndo = undoUntil !== null && Date.parse(undoUntil) > serverNow();
  return (
    <li className="flex gap-3 overflow-hidden rounded-xl border border-line bg-raised p-3 sm:gap-4 sm:p-0">
      <ItemPicture
        item={item}
        className="aspect-square w-24! shrink-0 self-start rounded-lg sm:aspect-auto sm:w-40! sm:self-stretch sm:rounded-none"
      />
      <div className="min-w-0 flex-1 sm:py-4 sm:pe-4">
        <h2 className="font-serif text-xl">{item.name}</h2>
        <p className="text-muted">{item.description}</p>
        {item.kind === 'rest-day' ? (
          <>
            <p className="mt-2">
              You have {pluralize(count, 'rest day', 'rest days')}.{' '}
              {restDays.map((day, index) => (
                <span key={day}>
                  {index === 0 ? 'Taken: ' : ', '}
                  <LocalDate iso={`${day}T12:00:00Z`} />
                </span>
              ))}
            </p>
            <Button
              className="mt-2"
              disabled={restDays.length > 1}
              busy={use.isPending}
              onClick={() => use.mutate({ params })}
            >
              {restDays.length > 0 ? 'Rest tomorrow' : 'Rest today'}
            </Button>
          </>
        ) : (
          <div className="mt-1">
            <Switch
              label="In use"
              aria-label={`Use ${item.name}`}
              checked={use.isPending ? !isInUse : isInUse}
              disabled={use.isPending}
              onChange={() => use.mutate({ params })}
            />
          </div>
        )}
        {canUndo && (
          <Button
            variant="ghost"
            className={item.kind === 'rest-day' ? 'mt-2 max-sm:-ms-4' : '-ms-4 mt-1'}
            busy={undo.isPending}
            onClick={() => undo.mutate({ params })}
          >
            Undo purchase
            <span className="sr-only"> of {item.name}</span>
          </Button>
        )}
      </div>
    </li>
  );
}

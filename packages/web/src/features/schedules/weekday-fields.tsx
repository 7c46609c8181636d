import { localFormat } from '../../lib/local-format.ts';

/** From 1 for Monday to 7 for Sunday; 5 January 2026 was a Monday. */
const weekdays = [1, 2, 3, 4, 5, 6, 7];

const nameOf = (weekday: number): string =>
  localFormat({ weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, 0, 4 + weekday));

interface Props {
  chosen: number[];
  onChange: (weekdays: number[]) => void;
}

/** A checkbox for each day of the week. */
export function WeekdayFields({ chosen, onChange }: Props) {
  const toggle = (weekday: number) =>
    onChange(
      chosen.includes(weekday)
        ? chosen.filter((other) => other !== weekday)
        : [...chosen, weekday].toSorted((a, b) => a - b),
    );
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">Days</legend>
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
        {weekdays.map((weekday) => (
          <label key={weekday} className="flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              className="size-5 accent-(--accent)"
              checked={chosen.includes(weekday)}
              onChange={() => toggle(weekday)}
            />
            {nameOf(weekday)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

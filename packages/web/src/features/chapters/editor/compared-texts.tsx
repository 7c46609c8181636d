import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Line } from './compared-line.tsx';
import {
  type ComparedField,
  type ComparedInput,
  type ComparedRow,
  compareInputs,
  type SideName,
} from './differences.ts';

/** The first element of the difference in a column, or of what follows it. */
function placeIn(column: HTMLElement, difference: number, order: number): HTMLElement | undefined {
  const lines = [...column.querySelectorAll<HTMLElement>('[data-order]')];
  return (
    lines.find((line) => line.dataset.difference === String(difference)) ??
    lines.find((line) => Number(line.dataset.order) > order) ??
    lines.at(-1)
  );
}

/** Leaves some of what comes before it in view. */
const marginPx = 48;

function show(box: HTMLElement, difference: number): void {
  const first = box.querySelector<HTMLElement>(`[data-difference="${difference}"]`);
  if (first === null) return;
  const order = Number(first.dataset.order);
  for (const column of box.querySelectorAll<HTMLElement>('[data-column]')) {
    const place = placeIn(column, difference, order);
    if (place === undefined) continue;
    const offset = place.getBoundingClientRect().top - column.getBoundingClientRect().top;
    column.scrollTop += offset - marginPx;
  }
  first.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}

/**
 * Steps through the differences in `box`, from the last one to the first: `step` for the buttons, and Alt with the arrow
 * keys, which also focuses the paragraph's control if it has one.
 */
function useDifferences(box: RefObject<HTMLElement | null>, count: number) {
  const [current, setCurrent] = useState<number | null>(null);
  const shown = current !== null && current < count ? current : null;
  const step = (by: 1 | -1): number | null => {
    if (count === 0 || box.current === null) return null;
    const next = shown === null ? (by === 1 ? 0 : count - 1) : (shown + by + count) % count;
    setCurrent(next);
    show(box.current, next);
    return next;
  };
  const latestStep = useRef(step);
  latestStep.current = step;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !by) return;
      event.preventDefault();
      const difference = latestStep.current(by === 1 ? 1 : -1);
      const control = box.current?.querySelector<HTMLElement>(`[data-difference="${difference}"] input`);
      control?.focus({ preventScroll: true });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [box]);
  return { current: shown, step };
}

interface Side {
  name: string;
  input: ComparedInput;
  /** When it was last changed, as an ISO date. */
  changedAt?: string;
}

/** Lets the author take single paragraphs of either text. */
interface Choices {
  /** The keys of the differences that are taken from the text before; all others are taken from the one after. */
  taken: ReadonlySet<string>;
  onTaken: (taken: ReadonlySet<string>) => void;
  /** What is shown below, such as a button to save the combined text. */
  children: (compared: readonly ComparedField[]) => ReactNode;
}

interface Props {
  /** Words that only this text has are struck out, unless it is the later one by its date. */
  before: Side;
  /** Words that only this text has are underlined. */
  after: Side;
  /** Whether one of the texts is known to be older. */
  dated?: boolean;
  /** Only for texts without dates. */
  choices?: Choices;
  language: string;
}

/** Two forms of a chapter side by side, stacked on narrow screens, with their differences marked. */
export function ComparedTexts({ dated = false, choices, language, ...sides }: Props) {
  const isReversed = (sides.before.changedAt ?? '') > (sides.after.changedAt ?? '');
  const [before, after] = isReversed ? [sides.after, sides.before] : [sides.before, sides.after];
  const [one, other] = [before.input, after.input];
  const { fields, differences } = useMemo(() => compareInputs(one, other), [one, other]);
  const box = useRef<HTMLDivElement>(null);
  const { current, step } = useDifferences(box, differences);
  const take = ({ key }: ComparedRow, side: SideName) => {
    const taken = new Set(choices?.taken);
    if (side === 'left') taken.add(key);
    else taken.delete(key);
    choices?.onTaken(taken);
  };
  const common = { fields, current, taken: choices?.taken, onTake: take, language };
  return (
    <div ref={box}>
      {differences > 0 && (
        <Steps count={differences} current={current} isInDialog={choices !== undefined} onStep={step} />
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <Column name={before.name} age={dated ? 'Older' : null} side="left" {...common} />
        <Column name={after.name} age={dated ? 'Newer' : null} side="right" {...common} />
      </div>
      {choices?.children(fields)}
    </div>
  );
}

interface StepsProps {
  count: number;
  current: number | null;
  isInDialog: boolean;
  onStep: (by: 1 | -1) => void;
}

function Steps({ count, current, isInDialog, onStep }: StepsProps) {
  const differences = count === 1 ? 'difference' : 'differences';
  return (
    <div
      // Where the texts are below each other, in reach of both.
      className={`mb-2 flex items-center gap-1 ${isInDialog ? 'bg-raised max-md:sticky max-md:-top-5 max-md:z-10 sm:max-md:-top-6' : ''}`}
    >
      <p role="status" className="me-auto text-sm text-muted tabular-nums">
        {current === null ? `${count} ${differences}` : `Difference ${current + 1} of ${count}`}
      </p>
      <IconButton
        icon={ArrowUp}
        label="Previous difference"
        aria-keyshortcuts="Alt+ArrowUp"
        onClick={() => onStep(-1)}
      />
      <IconButton
        icon={ArrowDown}
        label="Next difference"
        aria-keyshortcuts="Alt+ArrowDown"
        onClick={() => onStep(1)}
      />
    </div>
  );
}

interface ColumnProps {
  name: string;
  age: 'Older' | 'Newer' | null;
  /** What is marked on the left is missing on the right; on the right, it was added. */
  side: SideName;
  fields: readonly ComparedField[];
  current: number | null;
  taken: ReadonlySet<string> | undefined;
  onTake: (row: ComparedRow, side: SideName) => void;
  language: string;
}

function Column({ name, age, side, fields, current, taken, onTake, language }: ColumnProps) {
  const removed = side === 'left';
  const other = removed ? 'right' : 'left';
  return (
    <section aria-label={name} className="min-w-0">
      <h3 className="font-semibold wrap-anywhere">{name}</h3>
      <p className="mb-2 text-sm text-muted">
        {age !== null && `${age}. `}
        {removed ? 'Struck out' : 'Underlined'}: only in this text.
      </p>
      <div
        data-column=""
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        className="relative max-h-[45dvh] space-y-2 overflow-y-auto rounded-md border border-line p-3"
      >
        {fields.map(({ field, label, rows, [side]: lines }) => {
          const rowAt = new Map(rows?.map((row) => [row[side], row]));
          return (
            <div key={label} className="space-y-2">
              {fields.length > 1 && <h4 className="text-sm text-muted">{label}</h4>}
              {lines.length === 0 && <p className="text-muted">Empty.</p>}
              {lines.map((line) => {
                const row = rowAt.get(line.at);
                return (
                  <Line
                    key={line.at}
                    field={field}
                    line={line}
                    row={row}
                    removed={removed}
                    language={language}
                    isCurrent={current !== null && row?.difference === current}
                    taken={taken && row && taken.has(row.key) === removed}
                    onTake={(chosen, isTaken) => onTake(chosen, isTaken ? side : other)}
                  />
                );
              })}
            </div>
          );
        })}
      </div>
    </section>
  );
}

import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from './button.tsx';
import { IconButton } from './icon-button.tsx';

interface Props {
  label: string;
  /** How many are selected. */
  count: number;
  onClear: () => void;
  /** Buttons of the class `selectionButton`. */
  children: ReactNode;
}

export const selectionButton = `${buttonClass('ghost')} max-sm:flex-col max-sm:gap-0 max-sm:px-1! max-sm:text-sm`;

/** What can be done with what is selected in a list; in view as long as something is. */
export const SelectionBar = ({ label, count, onClear, children }: Props) => (
  <section
    aria-label={label}
    className="sticky bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-10 mt-4 flex flex-wrap items-center gap-x-3 rounded-xl border border-line bg-raised p-2 shadow-lg lg:bottom-4"
  >
    <div className="flex flex-1 items-center gap-1">
      <IconButton icon={X} label="Clear the selection" onClick={onClear} />
      <p role="status" className="font-semibold whitespace-nowrap tabular-nums">
        {count.toLocaleString()} selected
      </p>
    </div>
    <div className="grid grid-cols-4 gap-1 max-sm:w-full sm:flex sm:gap-2">{children}</div>
  </section>
);

import { Tabs as Parts } from 'radix-ui';
import type { ReactNode } from 'react';

interface Props {
  /** Names the row of tabs. */
  label: string;
  tabs: { id: string; label: string; content: ReactNode }[];
  value: string;
  onChange: (id: string) => void;
}

/** Views of one thing, of which one is shown; arrow keys go between them. */
export function Tabs({ label, tabs, value, onChange }: Props) {
  return (
    <Parts.Root value={value} onValueChange={onChange}>
      <Parts.List aria-label={label} className="mt-4 mb-6 flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Parts.Trigger
            key={tab.id}
            value={tab.id}
            className="-mb-px min-h-11 shrink-0 border-b-2 border-transparent px-4 text-muted hover:text-text data-[state=active]:border-accent data-[state=active]:font-semibold data-[state=active]:text-text"
          >
            {tab.label}
          </Parts.Trigger>
        ))}
      </Parts.List>
      {tabs.map((tab) => (
        <Parts.Content key={tab.id} value={tab.id} className="outline-none">
          {tab.content}
        </Parts.Content>
      ))}
    </Parts.Root>
  );
}

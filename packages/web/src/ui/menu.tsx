import { DropdownMenu as Parts } from 'radix-ui';
import type { ReactNode } from 'react';

interface Props {
  /** What is pressed; it must take a ref and props, as the buttons of this folder do. */
  trigger: ReactNode;
  children: ReactNode;
}

/** Actions on one thing, behind one button. */
export function Menu({ trigger, children }: Props) {
  return (
    <Parts.Root modal={false}>
      <Parts.Trigger asChild>{trigger}</Parts.Trigger>
      <Parts.Portal>
        <Parts.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-40 min-w-44 rounded-lg border border-line bg-raised p-1 text-text shadow-lg"
        >
          {children}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}

const itemClass =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 outline-none select-none data-[highlighted]:bg-sunken data-[disabled]:cursor-default data-[disabled]:opacity-50';

interface ItemProps {
  children: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
}

export function MenuItem({ children, onSelect, danger = false, disabled }: ItemProps) {
  return (
    <Parts.Item
      className={`${itemClass} ${danger ? 'text-danger-text' : ''}`}
      onSelect={onSelect}
      disabled={disabled}
    >
      {children}
    </Parts.Item>
  );
}

export function MenuLine() {
  return <Parts.Separator className="my-1 h-px bg-line" />;
}

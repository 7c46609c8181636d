import type { LucideIcon } from 'lucide-react';
import { DropdownMenu as Parts } from 'radix-ui';
import { createContext, type ReactNode, useContext, useLayoutEffect, useRef, useState } from 'react';
import { useCloseOnBack } from './close-on-back.ts';

/** Schedules an action for when the menu has closed. */
const SelectContext = createContext<(run: () => void) => void>((run) => run());

export interface MenuProps {
  /** The button that opens the menu; it must accept a ref and props. */
  trigger: ReactNode;
  /** For a menu whose opening its caller controls. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** For a menu that is loaded when its button is pressed: called before the first paint, when it shows the button itself. */
  onReady?: () => void;
}

/**
 * A dropdown menu of actions. An action runs after the menu has closed and its button has the focus, so that a
 * dialog opened by the action returns the focus there.
 */
export function Menu(props: MenuProps & { children: ReactNode }) {
  const { trigger, children, onReady } = props;
  const [isOpen, setIsOpen] = useState(false);
  const { open = isOpen, onOpenChange = setIsOpen } = props;
  useCloseOnBack(open, () => onOpenChange(false));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => onReady?.(), []);
  const selected = useRef<(() => void) | null>(null);
  // Radix did not see the key that opened a menu before it was loaded.
  const focusesFirst = useRef(open && document.activeElement?.matches(':focus-visible'));
  return (
    <Parts.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Parts.Trigger asChild>{trigger}</Parts.Trigger>
      <Parts.Portal>
        <Parts.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onFocus={({ target, currentTarget }) => {
            if (target !== currentTarget || !focusesFirst.current) return;
            focusesFirst.current = false;
            currentTarget.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true });
          }}
          onCloseAutoFocus={() => {
            const run = selected.current;
            selected.current = null;
            if (run !== null) setTimeout(run, 0);
          }}
          className="z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto overscroll-contain rounded-lg border border-line bg-raised p-1 text-text shadow-lg"
        >
          <SelectContext
            value={(run) => {
              selected.current = run;
            }}
          >
            {children}
          </SelectContext>
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}

const itemClass =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 outline-none select-none data-[highlighted]:bg-sunken data-[disabled]:cursor-default data-[disabled]:opacity-50';

interface ItemProps {
  icon?: LucideIcon;
  children: ReactNode;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** Whether what it did last is still being saved. */
  busy?: boolean;
}

export function MenuItem({ icon: Icon, children, onSelect, danger = false, disabled, busy }: ItemProps) {
  const select = useContext(SelectContext);
  return (
    <Parts.Item
      className={`${itemClass} ${danger ? 'text-danger-text' : ''}`}
      onSelect={() => select(onSelect)}
      disabled={disabled}
      aria-busy={busy}
    >
      {Icon && <Icon aria-hidden="true" className="size-4" />}
      {children}
    </Parts.Item>
  );
}

export function MenuLine() {
  return <Parts.Separator className="my-1 h-px bg-line" />;
}

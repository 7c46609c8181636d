import { DropdownMenu as Parts } from 'radix-ui';
import { createContext, type ReactNode, useContext, useRef } from 'react';

/** Takes what is to happen once the menu has closed. */
const Chosen = createContext<(run: () => void) => void>((run) => run());

interface Props {
  /** What is pressed; it must take a ref and props, as the buttons of this folder do. */
  trigger: ReactNode;
  children: ReactNode;
}

/**
 * Actions on one thing, behind one button. An action runs when the menu is closed and its button has the
 * focus: a window that it opens gives the focus back there.
 */
export function Menu({ trigger, children }: Props) {
  const chosen = useRef<(() => void) | null>(null);
  return (
    <Parts.Root modal={false}>
      <Parts.Trigger asChild>{trigger}</Parts.Trigger>
      <Parts.Portal>
        <Parts.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={() => {
            const run = chosen.current;
            chosen.current = null;
            if (run !== null) setTimeout(run, 0);
          }}
          className="z-40 min-w-44 rounded-lg border border-line bg-raised p-1 text-text shadow-lg"
        >
          <Chosen
            value={(run) => {
              chosen.current = run;
            }}
          >
            {children}
          </Chosen>
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
  const choose = useContext(Chosen);
  return (
    <Parts.Item
      className={`${itemClass} ${danger ? 'text-danger-text' : ''}`}
      onSelect={() => choose(onSelect)}
      disabled={disabled}
    >
      {children}
    </Parts.Item>
  );
}

export function MenuLine() {
  return <Parts.Separator className="my-1 h-px bg-line" />;
}

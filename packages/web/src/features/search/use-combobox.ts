import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useState,
} from 'react';

/** The option that a key leads to, null for none; undefined for other keys. Arrows pass through the text in between. */
function optionOfKey(key: string, options: string[], active: string | null): string | null | undefined {
  const last = options.length - 1;
  const index = active === null ? -1 : options.indexOf(active);
  if (key === 'ArrowDown') return options[index === last ? -1 : index + 1] ?? null;
  if (key === 'ArrowUp') return options[index === -1 ? last : index - 1] ?? null;
  // In the text, these two move the caret.
  if (active !== null && key === 'Home') return options[0];
  if (active !== null && key === 'End') return options[last];
  return undefined;
}

interface Props {
  /** The keys of the shown options, in order. */
  options: string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Esc while the options are closed. */
  onClear: () => void;
  /** The Delete key on an option; returns whether it can be removed. */
  onRemove: (key: string) => boolean;
}

/**
 * The keyboard of a text field with a list of options, as in the ARIA Authoring Practices' combobox: the focus stays in
 * the field, and `aria-activedescendant` names the active option. Enter clicks it, so options may be links.
 */
export function useCombobox({ options, open, onOpenChange, onClear, onRemove }: Props) {
  const listId = useId();
  const [wanted, setActive] = useState<string | null>(null);
  const active = open && wanted !== null && options.includes(wanted) ? wanted : null;
  const optionId = (key: string): string => `${listId}-${options.indexOf(key)}`;
  const activeId = active === null ? undefined : optionId(active);

  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const handle = (event: KeyboardEvent): boolean => {
    const { key } = event;
    if (key === 'Escape') {
      if (open) onOpenChange(false);
      else onClear();
      setActive(null);
      return true;
    }
    if (!open) {
      if (key === 'ArrowDown') onOpenChange(true);
      return key === 'ArrowDown';
    }
    if (active !== null && key === 'Enter') {
      document.getElementById(optionId(active))?.click();
      return true;
    }
    if (active !== null && key === 'Delete') return onRemove(active);
    const next = optionOfKey(key, options, active);
    if (next === undefined) return false;
    setActive(next);
    return true;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // Keys belong to an input method while it composes a word. Safari ends the composition before it sends Enter.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (handle(event)) event.preventDefault();
  };

  const isExpanded = open && options.length > 0;
  return {
    listId,
    optionId,
    active,
    reset: () => setActive(null),
    fieldProps: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isExpanded,
      'aria-controls': isExpanded ? listId : undefined,
      'aria-activedescendant': activeId,
      onKeyDown,
    } as const,
  };
}

const gap = 4;
const margin = 16;
const width = 352;

/** The position of a panel below an element that would clip it, while `enabled`; follows scrolling and resizing. */
export function useFixedBelow(
  element: RefObject<HTMLElement | null>,
  enabled: boolean,
): CSSProperties | undefined {
  const [style, setStyle] = useState<CSSProperties>();
  useLayoutEffect(() => {
    if (!enabled) return;
    const place = () => {
      const rect = element.current?.getBoundingClientRect();
      if (rect === undefined) return;
      const top = rect.bottom + gap;
      setStyle({
        top,
        left: rect.left,
        width: Math.min(width, innerWidth - 2 * margin),
        maxHeight: `calc(100dvh - ${top + margin}px)`,
      });
    };
    place();
    addEventListener('resize', place);
    addEventListener('scroll', place, true);
    return () => {
      removeEventListener('resize', place);
      removeEventListener('scroll', place, true);
    };
  }, [element, enabled]);
  return enabled ? style : undefined;
}

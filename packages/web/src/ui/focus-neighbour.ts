/** Moves the focus from a list's item to the next one, or the previous one, because the item is about to be removed. */
export function focusNeighbour(within: Element | null): void {
  const item = within?.closest('li');
  const next = item?.nextElementSibling ?? item?.previousElementSibling;
  const target = next?.querySelector<HTMLElement>('a, button') ?? document.getElementById('main');
  if (item) target?.focus({ preventScroll: true });
}

/** An element with attributes, without those that are undefined, and children; strings become text. */
export function element(
  name: string,
  attributes: Record<string, string | undefined>,
  ...children: (string | Node)[]
): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

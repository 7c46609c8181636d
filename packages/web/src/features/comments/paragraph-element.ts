const outlineMs = 2000;

/** The element of a paragraph in the open chapter. */
const paragraphElement = (paragraph: number): HTMLElement | null =>
  document.querySelector<HTMLElement>(`.chapter-text [data-paragraph="${paragraph}"]`);

/** Scrolls to a paragraph of the open chapter and outlines it for two seconds. */
export function goToParagraph(paragraph: number): void {
  const element = paragraphElement(paragraph);
  if (element === null) return;
  element.scrollIntoView({ block: 'center' });
  const outline = { outline: '2px solid var(--accent)', outlineOffset: '4px' };
  element.animate([outline, outline], { duration: outlineMs });
}

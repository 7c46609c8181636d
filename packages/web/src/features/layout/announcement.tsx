/** The server writes here what admins announce; read before React takes the page over, for the layouts of later pages. */
const announced = import.meta.env.SSR
  ? '<!--announcement-->'
  : (document.querySelector('[data-announced]')?.innerHTML ?? '');

/** A line that admins have announced, if there is one. lib/before-paint.ts hides it where it was dismissed. */
export const Announcement = () => (
  <div
    data-announced
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a mark that our server replaces, or what it wrote there
    dangerouslySetInnerHTML={{ __html: announced }}
  />
);

/** The first focusable element: skips the navigation. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed start-2 top-2 z-50 -translate-y-20 rounded-md bg-accent px-4 py-3 font-semibold text-on-accent focus:translate-y-0 print:hidden"
    >
      Skip to content
    </a>
  );
}

/** Colors the browser's own bars like the page; call it when the theme of the page changes. */
export function updateThemeColor(): void {
  const { backgroundColor } = getComputedStyle(document.documentElement);
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', backgroundColor);
}

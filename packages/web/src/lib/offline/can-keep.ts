/** Whether this browser can keep stories: not on http sites, and not during development, when scripts have no final names. */
export const canKeep = (): boolean =>
  import.meta.env.PROD && window.isSecureContext && 'serviceWorker' in navigator && 'caches' in window;

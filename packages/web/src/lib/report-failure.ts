// Runs in the page itself, before the app's scripts: reports the first failure of a script to this site's server, once per
// page load (docs/operating.md#failures-in-browsers). Neither addresses nor messages are sent: they may contain what people
// wrote, or who they are.

/** A place in a file of the build, as stacks of all browsers have it. */
const inBuild = /(\/assets\/[\w.-]+\.js)(?::(\d+):(\d+))?/;
const ofExtension = /-extension:\/\//;

let isReported = false;

function send(script: string, line: number, column: number, error: string): void {
  // Without a network, scripts fail for want of it.
  if (isReported || !navigator.onLine) return;
  isReported = true;
  const page = document.documentElement.dataset.page ?? '';
  const body = JSON.stringify({ page, script, line, column, error });
  const address = new URL('browser-failures', location.origin);
  navigator.sendBeacon(address, new Blob([body], { type: 'application/json' }));
}

/** The kind of an error. React's have numbers, after which their messages have texts of the page. */
function nameOf({ name, message }: Error): string {
  const [, number] = /^Minified React error #(\d+)/.exec(message) ?? [];
  if (number !== undefined) return `React error ${number}`;
  return /^[A-Za-z]\w{0,39}$/.test(name) ? name : 'Error';
}

/** `inPage`: the line and column, if the failure is in a script of the page itself. */
function report(error: unknown, inPage?: [number, number]): void {
  if (!(error instanceof Error)) return;
  const stack = error.stack ?? '';
  const [, file, line, column] = inBuild.exec(stack) ?? [];
  if (ofExtension.test(stack)) return;
  if (file !== undefined) send(file, Number(line ?? 0), Number(column ?? 0), nameOf(error));
  else if (inPage !== undefined) send('page', ...inPage, nameOf(error));
}

const isThisPage = (address: string): boolean => address.split('#')[0] === location.href.split('#')[0];

// Failures to load do not bubble.
addEventListener(
  'error',
  (event) => {
    const { target } = event;
    if (target instanceof HTMLScriptElement) {
      // One of the page itself fails with a file that it imports.
      const file = target.src === '' ? 'page' : inBuild.exec(target.src)?.[1];
      if (file !== undefined) send(file, 0, 0, 'NotLoaded');
    } else if (event instanceof ErrorEvent)
      report(event.error, isThisPage(event.filename) ? [event.lineno, event.colno] : undefined);
  },
  true,
);
addEventListener('unhandledrejection', ({ reason }) => report(reason));

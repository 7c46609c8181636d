/**
 * In place of React Router's instrumentation, which this app does not use. The exports are those that the library imports;
 * a missing one fails the build.
 */
export const consumeInstrumentationClientResultMetaReceiver = (): undefined => undefined;
export const getRouteInstrumentationUpdates = (): object => ({});
export const instrumentClientSideRouter = <Router>(router: Router): Router => router;

/** Of the server, which has the library itself. */
const neverUsed = undefined;

export { neverUsed as instrumentHandler, neverUsed as instrumentationResultMetaContext };

/**
 * In place of React Router's discovery of routes, which is switched off (react-router.config.ts): the browser knows all
 * routes from the start. The exports are those that the library imports; a missing one fails the build.
 */
export const isFogOfWarEnabled = (): boolean => false;
export const getPatchRoutesOnNavigationFunction = (): undefined => undefined;
export const useFogOFWarDiscovery = (): void => undefined;

const neverCalled = (): never => {
  throw new Error('Routes are not discovered one by one.');
};

export {
  neverCalled as getManifestPath,
  neverCalled as getPartialManifest,
  neverCalled as getPathsWithAncestors,
  neverCalled as handleClientVersionMismatch,
};

import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: true,
  // The whole table of routes is small; asking for pieces of it later would cost requests.
  routeDiscovery: { mode: 'initial' },
  // Each part of a route would be a request of its own (docs/performance.md).
  splitRouteModules: false,
  // Each page carries the hashes of all scripts; its content security policy allows those alone.
  subResourceIntegrity: true,
} satisfies Config;

import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: true,
  // The route table is small; loading parts of it later would cost requests.
  routeDiscovery: { mode: 'initial' },
  // Each part of a route would be a separate request (docs/performance.md).
  splitRouteModules: false,
  // Each page contains the hashes of all scripts; its content security policy allows only those.
  subResourceIntegrity: true,
} satisfies Config;

import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: true,
  // The whole table of routes is small; asking for pieces of it later would cost requests.
  routeDiscovery: { mode: 'initial' },
  splitRouteModules: true,
} satisfies Config;

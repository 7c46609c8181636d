/**
 * Settings for two cores and 1 GB that the server shares with Node. Given on the command line, so that a change
 * here reaches every cluster, and so that nothing in its folder can make an acknowledged write less durable.
 */
const settings: Record<string, string> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '128MB',
  effective_cache_size: '384MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  checkpoint_completion_target: '0.9',
  random_page_cost: '1.1',
  // Two cores, and containers with 64 MB of shared memory: a query that forks helpers loses.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and the details of errors hold what people wrote; the log is for the database's own health.
  logging_collector: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
};

const notDurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** `postgres`'s arguments for the data folder `folder` and a socket in `socketFolder` (each as PostgreSQL sees it). */
export function postgresArguments(folder: string, socketFolder: string, durable: boolean): string[] {
  const sockets = socketFolder === '.' ? '.' : `"${socketFolder.replaceAll('"', '""')}"`;
  const all = { ...settings, ...(!durable && notDurable), unix_socket_directories: sockets };
  return ['-D', folder, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

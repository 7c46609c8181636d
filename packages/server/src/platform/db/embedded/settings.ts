/**
 * Settings for two cores and 1 GB of memory shared with Node. They are passed on the command line, so that a change
 * here applies to every cluster and no file in its folder can reduce durability.
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
  // With two cores, and 64 MB of shared memory in containers, parallel queries are slower.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and error details contain user data, which must not be logged.
  logging_collector: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
};

/** Tests open several servers side by side, each with connections of its own. */
const forTests = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

/** The arguments of `postgres`; both folders as PostgreSQL sees them. */
export function postgresArguments(folder: string, socketFolder: string, durable: boolean): string[] {
  const sockets = socketFolder === '.' ? '.' : `"${socketFolder.replaceAll('"', '""')}"`;
  const all = { ...settings, ...(!durable && forTests), unix_socket_directories: sockets };
  return ['-D', folder, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

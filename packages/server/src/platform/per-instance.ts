/**
 * Returns the value that belongs to an object, such as a cache to a database; `create` makes it at its first use.
 * Module-level state would be shared by the several applications that run in one process in tests.
 */
export function perInstance<Instance extends object, Value>(
  create: (instance: Instance) => Value,
): (instance: Instance) => Value {
  const values = new WeakMap<Instance, { value: Value }>();
  return (instance) => {
    const entry = values.get(instance) ?? { value: create(instance) };
    values.set(instance, entry);
    return entry.value;
  };
}

/**
 * Creates a fake of an interface. Its members have the types of the interface, and reading a member that the fake lacks
 * throws.
 * @param onMissing receives the error as well, because the caller may catch it
 */
export function createFake<Port extends object>(
  name: string,
  members: Partial<Port>,
  onMissing: (error: Error) => void = () => undefined,
): Port {
  return new Proxy(members, {
    get(target, member) {
      if (member in target || typeof member === 'symbol') return Reflect.get(target, member);
      const error = new TypeError(`the fake of ${name} has no member ${member}`);
      onMissing(error);
      throw error;
    },
  }) as Port;
}

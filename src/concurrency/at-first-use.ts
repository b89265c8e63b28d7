/** Makes a value when it is first needed: a server has hundreds of schemas, and most processes use a few. */
export function atFirstUse<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

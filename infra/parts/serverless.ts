/** The object Serverless, for the functions that serverless.yml names and for plugins. The package has no types. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Untyped = any;

/** Argument of a function that a `${file(…)}` of serverless.yml names. */
export interface Serverless {
  resolveConfigurationProperty(property: string[]): Promise<Untyped>;
}

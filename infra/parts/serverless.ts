/** Serverless, as the functions that serverless.yml names and the plugins get it. It comes without types. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Untyped = any;

/** Argument of a function that a `${file(…)}` of serverless.yml names. */
export interface Serverless {
  resolveConfigurationProperty(property: string[]): Promise<Untyped>;
}

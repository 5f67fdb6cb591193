/** Types for functions that serverless.yml names, and for plugins. The Serverless Framework publishes none. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type UntypedServerless = any;

/** Argument of a function that a `${file(…)}` of serverless.yml names. */
export interface Serverless {
  resolveConfigurationProperty(property: string[]): Promise<UntypedServerless>;
}

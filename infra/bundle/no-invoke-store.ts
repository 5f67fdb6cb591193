/**
 * Replacement for `@aws/lambda-invoke-store` in every bundle. A function handles one request at a time, so the AWS SDK
 * finds the trace id in the environment.
 */
export const InvokeStore = { getInstanceAsync: async (): Promise<undefined> => undefined };

/**
 * Replacement for `@aws-sdk/credential-provider-node` in every bundle. Lambda provides a function's credentials in
 * environment variables, so the replacement does not support profiles, SSO and instance metadata.
 */
export const defaultProvider = () => async () => {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', AWS_SESSION_TOKEN } = process.env;
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  };
};

/**
 * Replaces `@aws-sdk/credential-provider-node` in every bundle: Lambda puts a function's credentials into its
 * environment, so profiles, SSO and instance metadata are left out.
 */
export const defaultProvider = () => async () => {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', AWS_SESSION_TOKEN } = process.env;
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  };
};

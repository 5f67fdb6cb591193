/** The npm package of the client, which each stage serves (infra/docs/frontends.md#the-client). */

/** Path of the tarball, relative to the working directory. infra/functions/docs.yml adds it to the function's zip. */
export const CLIENT_PACKAGE_FILE = '.esbuild/client.tgz';

/**
 * Replacement for `@fastify/busboy` in every bundle. lib/http/request/multipart-parser.ts uses only the class `Dicer`
 * of that package.
 */
// @ts-expect-error: the package declares no types for this path
export { default as Dicer } from '@fastify/busboy/deps/dicer/lib/Dicer.js';

/**
 * Who may import whom. `npm run check` enforces it; tests/architecture/ proves that each rule bites.
 *
 * Imports of types count like any other.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files that need each other, if only for a type, are one file, or hide a third.',
      severity: 'error',
      // What the generator writes has cycles of types.
      from: { pathNot: '^infra/client/runtime/generated/' },
      to: { circular: true },
    },
    {
      name: 'no-cycles-of-folders',
      comment: 'Subjects that need each other are one subject, or the arrow points the wrong way.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'functions-stand-alone',
      comment: 'Each function is deployed by itself; what two of them share belongs in lib/.',
      severity: 'error',
      from: { path: '^functions/' },
      to: { path: '^functions/' },
    },
    {
      name: 'lib-looks-only-down',
      comment: 'The library serves functions, deployment and tests; it knows none of them.',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: '^(functions|infra|tests)/' },
    },
    {
      name: 'domain-is-plain',
      comment: 'The rules of the house are plain TypeScript: what is outside comes in as the World.',
      severity: 'error',
      from: { path: '^lib/domain/' },
      to: { pathNot: '^lib/domain/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'model-and-ports-are-the-ground',
      comment: 'What things are, and what the outside can do, is said without a word of what happens.',
      severity: 'error',
      from: { path: '^lib/domain/(model|ports)/' },
      to: { path: '^lib/domain/', pathNot: '^lib/domain/((model|ports)/|errors[.]ts$)' },
    },
    {
      name: 'model-knows-no-ports',
      comment: 'A thing is what it is wherever it is kept.',
      severity: 'error',
      from: { path: '^lib/domain/model/' },
      to: { path: '^lib/domain/ports/' },
    },
    {
      name: 'adapters-know-lambda',
      comment: 'What a Lambda event looks like is known to the two adapters alone.',
      severity: 'error',
      from: { path: '^(functions|lib)/', pathNot: '^lib/http/(lambda|worker)[.]ts$' },
      to: { path: '(^|/)aws-lambda(/|$)' },
    },
    {
      name: 'aws-stays-in-its-room',
      comment:
        'Only lib/platform/aws knows which cloud this is. Operators sign requests, the benchmark compares with the SDK, tests look behind the scenes.',
      severity: 'error',
      from: { pathNot: '^(lib/platform/aws|infra/(bench|operator)|tests)/' },
      to: { path: '(^|/)@(aws-sdk|smithy)/' },
    },
    {
      name: 'edge-never-reaches-platform',
      comment: 'Reading, checking and wording need no machine, not even by a detour.',
      severity: 'error',
      from: { path: '^lib/(http|validation|mail)/' },
      to: { path: '^lib/platform/', reachable: true },
    },
    {
      name: 'response-schemas-stay-out-of-bundles',
      comment: 'Endpoints declare responses by name; only the description and the tests load the schemas.',
      severity: 'error',
      from: { path: '^(functions|lib)/', pathNot: '^lib/http/response/schemas/' },
      to: { path: '^lib/http/response/schemas/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'console-speaks-through-the-client',
      comment: 'The console knows of the service what every frontend may know: the client.',
      severity: 'error',
      from: { path: '^infra/console/app/' },
      to: { pathNot: '^(infra/console/app/|infra/client/runtime/index[.]ts$|node_modules/preact/)' },
    },
    {
      name: 'client-stands-alone',
      comment: 'What frontends install has nothing of the service in it, and needs no package.',
      severity: 'error',
      from: { path: '^infra/client/runtime/' },
      to: { pathNot: '^infra/client/runtime/' },
    },
    {
      name: 'functions-take-the-world',
      comment: 'A function gets every outside thing from the one place where they are put together.',
      severity: 'error',
      from: { path: '^functions/' },
      to: { path: '^lib/platform/', pathNot: '^lib/platform/wiring' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    // Packages that consist of types alone, such as those of Lambda's events, resolve too.
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};

/**
 * Import rules of the project. `npm run check` enforces them; tests/architecture/ tests that each rule reports
 * violations. Imports of types count like all other imports.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files must not import each other, not even types. Merge them or extract a third file.',
      severity: 'error',
      // The generated code has cycles of types.
      from: { pathNot: '^infra/client/runtime/generated/' },
      to: { circular: true },
    },
    {
      name: 'no-cycles-of-folders',
      comment: 'Folders must not import each other. Merge them or reverse one of the imports.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'functions-stand-alone',
      comment: 'Each function is deployed on its own. Code that functions share belongs in lib/.',
      severity: 'error',
      from: { path: '^functions/' },
      to: { path: '^functions/' },
    },
    {
      name: 'lib-looks-only-down',
      comment: 'Functions, infrastructure and tests import lib/, never the other way round.',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: '^(functions|infra|tests)/' },
    },
    {
      name: 'infra-needs-no-tests',
      comment: 'Only tests import tests/. Code that tests and infra/ share belongs in infra/.',
      severity: 'error',
      from: { path: '^infra/' },
      to: { path: '^tests/' },
    },
    {
      name: 'domain-is-plain',
      comment: 'The domain is plain TypeScript. It gets everything external as Dependencies.',
      severity: 'error',
      from: { path: '^lib/domain/', pathNot: '^lib/domain/model/' },
      to: { pathNot: '^lib/(domain/|durations[.]ts$)', dependencyTypesNot: ['core'] },
    },
    {
      name: 'model-has-only-schemas',
      comment: 'Models define stored records with valibot. They import no other package and no other folder.',
      severity: 'error',
      from: { path: '^lib/domain/model/' },
      to: {
        pathNot: '^(lib/(domain/|durations[.]ts$)|node_modules/valibot/)',
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'model-and-ports-are-the-ground',
      comment: 'Models and ports must not import the operations of the domain.',
      severity: 'error',
      from: { path: '^lib/domain/(model|ports)/' },
      to: { path: '^lib/domain/', pathNot: '^lib/domain/((model|ports)/|(errors|input-limits)[.]ts$)' },
    },
    {
      name: 'model-knows-no-ports',
      comment: 'Models do not depend on how they are stored.',
      severity: 'error',
      from: { path: '^lib/domain/model/' },
      to: { path: '^lib/domain/ports/' },
    },
    {
      name: 'adapters-know-lambda',
      comment: 'Only the two adapters know the format of Lambda events.',
      severity: 'error',
      from: { path: '^(functions|lib)/', pathNot: '^lib/http/(lambda|worker)[.]ts$' },
      to: { path: '(^|/)aws-lambda(/|$)' },
    },
    {
      name: 'aws-stays-in-its-room',
      comment:
        'Only lib/platform/aws uses the AWS SDK, apart from bundles, operator commands, the smoke test, commands for stages and upgrades, benchmarks and tests.',
      severity: 'error',
      from: { pathNot: '^(lib/platform/aws|infra/(bench|bundle|operator|parts|smoke|upgrades)|tests)/' },
      to: { path: '(^|/)@(aws-sdk|smithy)/' },
    },
    {
      name: 'edge-never-reaches-platform',
      comment: 'Requests, validation and mail texts must not import the platform, not even indirectly.',
      severity: 'error',
      from: { path: '^lib/(http|validation|mail)/' },
      to: { path: '^lib/platform/', reachable: true },
    },
    {
      name: 'response-schemas-stay-out-of-bundles',
      comment: 'Endpoints declare responses by name. Only the OpenAPI generator and tests load the schemas.',
      severity: 'error',
      from: { path: '^(functions|lib)/', pathNot: '^lib/http/response/schemas/' },
      to: { path: '^lib/http/response/schemas/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'console-speaks-through-the-client',
      comment:
        'The console uses the service only through the client package, apart from Slovak texts and durations.',
      severity: 'error',
      from: { path: '^infra/console/app/' },
      to: {
        pathNot:
          '^(infra/console/app/|infra/client/runtime/index[.]ts$|lib/(durations|texts/non-breaking|validation/slovak)[.]ts$|node_modules/(@?preact|lean-qr)/)',
      },
    },
    {
      name: 'client-stands-alone',
      comment: 'The client package contains no code of the service and has no dependencies.',
      severity: 'error',
      from: { path: '^infra/client/runtime/' },
      to: { pathNot: '^infra/client/runtime/' },
    },
    {
      name: 'functions-take-dependencies',
      comment: 'Functions get all external dependencies from lib/platform/wiring.',
      severity: 'error',
      from: { path: '^functions/' },
      to: { path: '^lib/platform/', pathNot: '^lib/platform/wiring' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    // The condition `types` and the field `types` resolve packages that contain only types, such as @types/aws-lambda.
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};

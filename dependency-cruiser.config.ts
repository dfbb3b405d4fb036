import type { IConfiguration, IForbiddenRuleType, IRegularForbiddenRuleType } from 'dependency-cruiser';

// The import law of ARCHITECTURE.md. `npm run check` enforces it; tests/laws.test.ts shows each rule at work.

/** The right may call the left; those in one inner list stand side by side and do not call each other. */
const FEATURE_ORDER = [
  'access',
  'settings',
  'compliance',
  'tracking',
  'uploads',
  'custom-fields',
  'leads',
  'privacy',
  ['imports', 'discovery'],
  ['crm', 'content'],
  ['mail', 'suppressions'],
  'mailboxes',
  'campaigns',
  'delivery',
  'source-notices',
  'inbox',
  'agents',
  'knowledge',
  'conversations',
  'communities',
  'analytics',
  'webhooks',
  'mcp',
];

const TEST = '\\.test\\.tsx?$';
const PURE = '(contract|contract-[a-z-]+|rules|rules-[a-z-]+|[a-z-]+-contract)\\.ts$';
const SCREENS = '^src/ui/|^src/(app|features/[^/]+)/web/';
const BROWSER = `^src/embeds/|${SCREENS}`;
const SERVER = '^src/(platform|providers)/|^src/features/[^/]+/server/|^src/app/[^/]+\\.ts$';
const HOME_OF_SQL = '^src/app/|/(tables|store|[a-z-]+-store)\\.ts$|^src/platform/(db|migrate)\\.ts$';
/** Parsers of uploaded files, and their packages. */
const FILE_PARSER =
  '^src/platform/(unpack|csv-delimiter|workbook-reading)\\.ts$|^src/features/knowledge/server/reading/file-text\\.ts$|^src/features/imports/server/read-records\\.ts$';
const PARSER_PACKAGE = '(^|/)node_modules/(csv-parse|read-excel-file|unpdf)/';
const FRONT_DOOR = [
  `^src/features/[^/]+/${PURE}`,
  // Use cases lie directly in server/.
  '^src/features/[^/]+/server/(?!(routes|jobs|store)\\.ts$|[a-z-]+-store\\.ts$)[a-z-]+\\.ts$',
  '^src/features/[^/]+/web/(api\\.ts|[a-z-]+-(picker|badge|link|panel)\\.tsx)$',
];

type From = { path: string | string[]; pathNot?: string };

/** One law: `from` may not import `to`. Tests are outside the law: they see everything they test. */
function law(
  name: string,
  comment: string,
  { path, pathNot }: From,
  to: IRegularForbiddenRuleType['to'],
): IForbiddenRuleType & { name: string } {
  const outside = pathNot === undefined ? [TEST] : [TEST, pathNot];
  return { name, comment, severity: 'error', from: { path, pathNot: outside }, to };
}

const features = FEATURE_ORDER.flat();

/** For each feature: those beside it and to its right are closed to it. */
const orderLaws = FEATURE_ORDER.flatMap((rank, index) => {
  const closed = FEATURE_ORDER.slice(index).flat();
  return [rank]
    .flat()
    .map((feature) =>
      law(
        `order-of-features-${feature}`,
        `${feature} may call only features before it; news for later ones travels as an event.`,
        { path: `^src/features/${feature}/` },
        { path: `^src/features/(${closed.join('|')})/`, pathNot: `^src/features/${feature}/` },
      ),
    );
});

const options = {
  // TypeScript 7 has no compiler interface in JavaScript.
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: ['(^|/)node_modules/', '^tests/'] },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'types', 'node', 'default'],
    extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    mainFields: ['module', 'main', 'types'],
  },
} satisfies IConfiguration['options'];

export default {
  options,
  forbidden: [
    law(
      'kit-imports-zod-only',
      'kit runs on both sides and knows nothing of the product.',
      { path: '^src/kit/' },
      { pathNot: ['^src/kit/', '(^|/)node_modules/zod/'] },
    ),
    law(
      'engines-import-kit',
      'An engine is language logic with its data beside it; it reads text and knows no feature.',
      { path: '^src/engines/' },
      { path: '^src/', pathNot: '^src/(engines|kit)/' },
    ),
    law(
      'platform-knows-no-product',
      'platform stands below providers, features and app.',
      { path: '^src/platform/' },
      { path: '^src/(app|engines|features|providers|ui|embeds)/' },
    ),
    law(
      'providers-know-no-product',
      'providers stand below features and app.',
      { path: '^src/providers/' },
      { path: '^src/(app|engines|features|ui|embeds)/' },
    ),
    law(
      'ui-knows-no-product',
      'ui stands below features and app.',
      { path: '^src/ui/' },
      { path: '^src/', pathNot: '^src/(ui|kit)/' },
    ),
    law(
      'embeds-are-tiny',
      'Embeds run on customers’ pages: kit and the pure parts of features, no React.',
      { path: '^src/embeds/' },
      { pathNot: ['^src/(embeds|kit)/', `^src/features/[^/]+/${PURE}`, '(^|/)node_modules/zod/'] },
    ),
    law(
      'nobody-imports-app',
      'app starts things.',
      { path: '^src/', pathNot: '^src/app/' },
      { path: '^src/app/' },
    ),

    law(
      'browser-imports-no-server',
      'What runs in the browser never sees server code.',
      { path: BROWSER },
      { path: SERVER, pathNot: `^src/app/${PURE}` },
    ),
    law(
      'browser-imports-no-node',
      'Node built-ins do not exist in the browser.',
      { path: [BROWSER, '^src/(engines|kit)/', `/${PURE}`] },
      { dependencyTypes: ['core'] },
    ),
    // Embeds it may: it serves them as text.
    law('server-imports-no-screen', 'The server has no screen.', { path: SERVER }, { path: SCREENS }),
    law(
      'server-imports-no-react',
      'The server has no screen. A mail is written with React, as HTML that leaves.',
      { path: SERVER, pathNot: '^src/features/mail/server/mail-html\\.ts$' },
      { path: '(^|/)node_modules/(react|react-dom|react-email|radix-ui|@radix-ui|@tanstack)/' },
    ),

    law(
      'contract-and-rules-are-pure',
      'contract and rules import only kit, engines, zod and each other, so that both sides can.',
      { path: `^src/(app|features/[^/]+)/${PURE}` },
      { pathNot: ['^src/(kit|engines)/', `^src/(app|features/[^/]+)/${PURE}`, '(^|/)node_modules/zod/'] },
    ),
    law(
      'features-see-ports-only',
      'Features see a provider’s port or registry, never an adapter.',
      { path: '^src/features/' },
      { path: '^src/providers/', pathNot: '/(port|registry)\\.ts$' },
    ),
    law(
      'drizzle-in-its-places',
      'SQL lives in tables, stores, platform and app; of platform, db, migrate and tables import drizzle.',
      { path: '^src/', pathNot: HOME_OF_SQL },
      { path: '(^|/)node_modules/drizzle-orm/' },
    ),
    law(
      'pg-in-platform',
      'Connections are made in platform.',
      { path: '^src/', pathNot: '^src/platform/' },
      { path: '(^|/)node_modules/pg/' },
    ),
    law(
      'http-leaves-through-egress',
      'Other servers are called through platform/egress, which calls public addresses only.',
      { path: '^src/', pathNot: '^src/platform/egress\\.ts$' },
      {
        path: '^(node:)?(http|https|http2)$|(^|/)node_modules/(undici|axios|got|node-fetch|ky)/',
        dependencyTypesNot: ['type-only'],
      },
    ),
    law(
      'files-are-parsed-in-threads',
      'Files from users are parsed in the threads of platform/bounded-thread, never on the thread that serves requests.',
      { path: '^src/', pathNot: `${FILE_PARSER}|-worker\\.ts$` },
      { path: `${FILE_PARSER}|${PARSER_PACKAGE}`, dependencyTypesNot: ['type-only'] },
    ),
    law(
      'front-doors',
      'Another feature is entered by contract, rules, service, tables, web/api and its picker, badge, link or panel.',
      { path: '^src/features/([^/]+)/' },
      { path: '^src/features/', pathNot: ['^src/features/$1/', ...FRONT_DOOR] },
    ),
    ...orderLaws,
    law(
      'features-have-a-rank',
      'A new feature takes its place in FEATURE_ORDER.',
      { path: '^src/features/', pathNot: `^src/features/(${features.join('|')})/` },
      {},
    ),

    law(
      'no-cycles',
      'What depends on itself cannot be understood in parts.',
      { path: '^src/' },
      { circular: true },
    ),
    law(
      'relative-imports-stay-home',
      'Other layers, features and providers are imported by their #name.',
      { path: '^src/((?:features|providers)/[^/]+|[^/]+)/' },
      { path: '^src/', pathNot: '^src/$1/', dependencyTypesNot: ['aliased-subpath-import'] },
    ),
    law(
      'imports-resolve',
      'The imported file or package does not exist.',
      { path: '^src/' },
      { couldNotResolve: true },
    ),
    law(
      'packages-are-declared',
      'Imported packages stand in package.json; the product uses no devDependencies.',
      { path: '^src/', pathNot: '/conformance\\.ts$' },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    ),
  ],
} satisfies IConfiguration;

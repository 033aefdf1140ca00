import { basename, dirname, matchesGlob } from 'node:path';

/** Source files that are tried together, and the tests that have to notice their mutants. */
export type Group = {
  mutate: readonly string[];
  /** In the order in which they are run, up to the first that notices a mutant: short and close ones first. */
  tests: readonly string[];
  /** The mutation score, in per cent, that it has reached and must keep. Absent: not yet tried as a whole. */
  least?: number;
  /** Also tries values that are set while a module loads, such as tables; each of these mutants costs a new thread. */
  isStatic?: boolean;
};

const server = (names: string): string[] => names.split(' ').map((name) => `tests/server/${name}.test.ts`);

/** Connects flows and adapters, which the compiler checks; the journeys in the browser run it. */
const wiring = [
  'start',
  'navigation/flowFor',
  'registration/provide',
  'registration/laterSteps',
  'registration/numberPicker',
  'dashboard/provide',
];

/**
 * Which tests prove which source: the one place where that is said. Few and close tests keep a run short; a mutant that
 * they do not notice may still be noticed by another test, which then belongs here.
 */
export const groups: Readonly<Record<string, Group>> = {
  'server/http/limits': {
    mutate: ['server/http/throttle.ts', 'server/http/idempotency.ts'],
    tests: server('throttle runIdempotent'),
    // 97 % of 169 on 2026-12-01. Left: a key that vanishes between two looks; a deadline met to the millisecond; and
    // what only saves work: the key beside its unique claim (2), no update after a delete.
    least: 97,
  },
  'server/login': {
    mutate: ['server/login/*.ts', '!server/login/*imits.ts', 'server/routes/session.ts', 'server/routes/links.ts'],
    tests: server(
      'cookies secondFactor session accountSecurity links breachedPasswords emailAddresses secrets bystanders account',
    ),
    // 100 % of 589 on 2026-12-01.
    least: 100,
  },
  'server/login/limits': {
    mutate: ['server/login/*imits.ts'],
    tests: server('applyLimits signUpLimits refund.integration mailLimits.integration'),
    // 100 % of 106 on 2026-12-01.
    least: 100,
  },
  'server/account': {
    mutate: ['server/account/*.ts', 'server/routes/account.ts', 'server/routes/account/*.ts'],
    tests: server(
      'account accountSecurity teamFee removedMember cancellation links invited.integration numbers access bystanders',
    ),
    // 99.8 % of 492 on 2026-12-01. Left: the role of an invited person, which joining writes again.
    least: 99,
  },
  'server/sso': {
    mutate: ['server/sso/*.ts'],
    tests: server(
      'cookies ssoParts ssoFlow audit ssoFlows ssoAttacks sso ssoSignup invited.integration ssoTokens ssoProviderDown.integration navigation metrics',
    ),
    // 98.6 % of 589 on 2026-12-01. Left: a disabled account that a second look refuses too, the label of a signature, the
    // value of a cookie that is deleted, defaults that mean the same (4), and the user of an arrival that has none.
    least: 98,
  },
  'server/registration': {
    mutate: ['server/registration/*.ts', 'server/routes/registrations.ts', 'server/routes/joining.ts'],
    tests: server(
      'registration verification registrationCard.integration registrationConflicts registrationSession resume planFirst bankSignup ssoSignup invited.integration signUpLimits bystanders stripe.integration',
    ),
    // 96.4 % of 1,035 on 2026-12-01; one of the 37 that were left is gone. Left: conditions that another implies, or that
    // only save a query (15), fields that a check lists and is right without (8), defaults that are refused or never
    // reached (5), what an attempt that is not approved has in any case (2), a state that is only compared with others
    // (2), the field of an error (2), a list of one, and a late approval that is counted once more.
    least: 96,
  },
  'server/numbers': {
    mutate: ['server/numbers/*.ts', 'server/routes/numbers.ts', 'server/routes/coverages.ts'],
    tests: server('numbers coverages publicResponses registrationConflicts bystanders'),
    // 95.6 % of 229 on 2026-12-01. Left: either direction of an order that only has to be one (2), which row stands for
    // its group, the name of a column, a place that waits for eight seconds (2), a digit in 20,000, one attempt more,
    // and what only saves work: the look at an empty list, the number beside its end.
    least: 95,
  },
  'server/bank': {
    mutate: ['server/bank/*.ts'],
    tests: server('bank bankSignup'),
    // 97.8 % of 230 on 2026-12-01. Left: the label of a digest, a behaviour that the pages do not tell from a plain check, a
    // frame that is forbidden by default too, and a timer that nobody waits for (2).
    least: 97,
  },
  'server/bank/stripe': {
    mutate: ['server/bank/stripe/*.ts'],
    tests: server('stripe.integration config'),
    isStatic: true,
    // 96.8 % of 347 on 2026-12-01. Left: values that only the types of Stripe allow to be absent (4), a signature or a host
    // that is absent and refused either way (2), what a log leaves out if it is undefined (2), the label of a digest, null
    // or undefined, and an event of another kind, which has none.
    least: 96,
  },
  'server/mail/texts': {
    mutate: ['server/mail/smtpFailure.ts', 'server/mail/emailHtml.ts', 'server/mail/renderEmail.ts'],
    tests: server('smtpFailure emailTemplates'),
    // 93.1 % of 203 on 2026-12-01. Left: the distance between paragraphs (4), line ends of HTML (2), defaults of what every
    // mail or failure has (7), and what a quoted address becomes while it is looked at.
    least: 92,
  },
  'server/mail/inbox': {
    mutate: ['server/mail/inbox.ts'],
    tests: server('mail'),
    // 94 % of 84 on 2026-12-01. Left: a search that has no spelling (2), what lies between two spellings of a text, and
    // defaults that mean the same (2).
    least: 94,
  },
  'server/mail': {
    mutate: [
      'server/mail/*.ts',
      ...['smtpFailure', 'emailHtml', 'emailStyle', 'renderEmail', 'inbox', 'inboxPage', 'inboxStyle'].map(
        (name) => `!server/mail/${name}.ts`,
      ),
    ],
    tests: server(
      'mailWorker due transport mailFailures.integration mailOrder.integration mail links mailWorker.integration',
    ),
    // 97.2 % of 358 on 2026-11-30; two of the ten that were left have tests since. Left: defaults of what is always there
    // (2), the label of a digest, a value that is set before it is read, what only PostgreSQL sees: the name of a row that
    // is locked, and what only saves work: no look for mails without room (2) or without a topic.
    least: 97,
  },
  'server/http': {
    mutate: ['server/http/{client,commit,errors,headers,hosts,requestContext,rowId,trustedProxies}.ts'],
    tests: server('errors httpParts hosts proxies throttle config serve'),
    // 96.8 % of 437 on 2026-12-01. Left: what only saves work (4), defaults that mean the same (7), a list of errors that is
    // never empty (2), and a zero before the length of a range.
    least: 96,
  },
  'server/http/calls': {
    mutate: ['server/http/{app,cspReports,guards,serve}.ts'],
    tests: server(
      'cspReports navigation serve proxies httpParts metrics audit site openapi pageBrand wire speculation tracing idempotency.integration',
    ),
    // 96.7 % of 360 on 2026-12-01. Left: defaults that mean the same (7), null or undefined, a condition that another
    // implies, a look at the body of a GET (2), and what lies between the parts of a scope.
    least: 96,
  },
  'server/http/sockets': {
    mutate: ['server/http/{clientError,listen}.ts'],
    tests: server('listening listen.integration'),
    // 95.7 % of 207 on 2026-12-01; one of the nine that were left has a test since. Left: defaults of what is always there, or
    // that mean the same (6), what takes the place of a body, and the memory that an answered request would keep.
    least: 95,
  },
  'server/http/pages': {
    mutate: [
      'server/http/{errorPage,htmlPage,links,pageBrand,pagePolicy,pageStyle,preload}.ts',
      'server/http/{staticFiles,staticSite,typeface,visitorLanguage}.ts',
    ],
    tests: server('httpParts htmlPage site pageBrand navigation flows'),
    // 95.2 % of 413 on 2026-12-01. Left: what only saves work: headers and bytes that are kept or not looked for (5),
    // defaults that mean the same (5), names and types of files and hosts that none has (5), a body and a route of a
    // HEAD, which is a GET without a body in any case (3), the type of a text, and bytes that are bytes already.
    least: 95,
  },
  'server/http/lists': {
    mutate: ['server/http/{compress,etag,json,loginsFirst,pace,publicResponses,readiness,responseCache}.ts'],
    tests: server('encodings httpParts loginsFirst publicResponses metrics'),
    // 92.6 % of 311 on 2026-12-01. Left: what only saves work: a thread or a second compression (7), or no wait (2), a
    // timer that nobody waits for (2), a key of another name (4), any row for a certain one, a limit that does not count
    // (3), and defaults of what is always there, or that mean the same (4).
    least: 92,
  },
  'server/store': {
    mutate: ['server/store/*.ts', 'server/store/tables/*.ts'],
    tests: server(
      'storeParts sqliteErrors sqliteDatabase prepared migration dataFolder.integration store.integration rotateKey.integration',
    ),
    // 90.4 % of 146 on 2026-11-30. Left: what only a power cut shows (5), a file that stays open (2), a timer that nobody
    // waits for (2), defaults that are refused or mean the same (2), rights that are set anew, a system without users, and a
    // name compared with itself.
    least: 90,
  },
  'server/store/sqlite': {
    mutate: ['server/store/sqlite/*.ts'],
    tests: server(
      'walFile sqliteErrors sqliteLocks generation sqliteDatabase storeParts migration dataFolder.integration backup.integration prepared storeFaults.integration store.integration',
    ),
    // 97.9 % of 969 on 2026-11-30; one of the twenty that were left has a test since. Left: what only a power cut shows
    // (3), what is always there although a type says that it may not be (3), a system without users (2), and ten
    // of which most change nothing, because another line does the same; not each was looked into.
    least: 98,
  },
  'server/store/postgres': {
    mutate: ['server/store/postgres/*.ts'],
    tests: server(
      'postgresErrors postgresParts postgresTls postgresStore.integration postgresFaults.integration store.integration',
    ),
    // 96.2 % of 314 on 2026-11-30; seven of the twelve that were left have a test since. Left: what is always there
    // although a type says that it may not be (2), a condition that another implies, and one look more.
    least: 98,
  },
  'server/platform/tokens': {
    mutate: ['server/platform/designTokens.ts'],
    tests: server('designTokens'),
    isStatic: true,
    // 91.4 % of 58 on 2026-11-30. Left: defaults of what is always there (3), and what no style has: text before its
    // rule, or two colours within another (2).
    least: 91,
  },
  'server/platform': {
    mutate: ['server/platform/*.ts', '!server/platform/designTokens.ts'],
    tests: server(
      'config settingsAddresses turns errors log secrets workerPriority designTokens events metrics tracing bootstrap audit maintenance breachedPasswords emailTemplates mail',
    ),
    // 96.4 % of 1,409 on 2026-12-01. Left, of those of 2026-11-30: what is always there although a type says that it may not be (15), the same by another word, such as
    // no encoding for UTF-8 (9), what is refused either way (6), what only saves work (6), a system without threads of its
    // own (4), a key that cannot be written (4), metrics at zero (2), what only a power cut shows, and a recovery that
    // finds nothing.
    least: 95,
  },
  'server/admin': {
    mutate: ['server/admin/*.ts', 'server/funnel/*.ts', 'server/routes/events.ts'],
    tests: server(
      'adminHelp funnel events adminJson personalData.integration admin.integration bystanders rotateKey.integration moveToPostgres.integration',
    ),
    // 97.4 % of 568 on 2026-11-30; one of the 15 that were left has a test since. Left: defaults of what is always there,
    // or that mean the same (12), null or undefined, and what only saves work: a look at mails without a content.
    least: 97,
  },
  'src/domain': {
    mutate: ['src/domain/*.ts', '!src/domain/messageTexts.ts', '!src/domain/brandMark.ts'],
    tests: ['tests/domain/*.test.ts', 'tests/text/catalogue.test.ts', 'tests/ui/tokens.test.ts'],
    isStatic: true,
    // 97.6 % of 1,468 on 2026-11-30. Left: defaults that only the types ask for, or that are refused (10), what the length
    // of a number decides as well (9), a condition that another implies, or the same by another word (6), what only saves
    // work (5), a list of no currencies (2), the sign of a checksum, a clock that agrees to the millisecond, and the
    // version, which the test of releases holds.
    least: 97,
  },
  'src/contract': {
    mutate: ['src/contract/*.ts'],
    tests: ['tests/contract/*.test.ts', 'tests/machines/forms.test.ts', 'tests/app/earlyInput.test.tsx'],
    isStatic: true,
    // 98.2 % of 571 on 2026-12-01. Left: fields that a check lists and is right without (5), the message of a filter that
    // is refused (2), a default that is refused itself, the name of a key in the browser, and that a call outlasts its page.
    least: 98,
  },
  'src/adapters': {
    mutate: ['src/adapters/*.ts'],
    tests: [
      ...['api', 'coverageQueries', 'coverages', 'errorLog', 'greetedUsers', 'storage'].map(
        (name) => `tests/adapters/${name}.test.ts`,
      ),
      'tests/contract/wire.test.ts',
      'tests/adapters/callFaults.test.ts',
      'tests/adapters/*.test.tsx',
    ],
    // 96.9 % of 622 on 2026-11-30. Left: defaults and conditions for values that are refused or unreadable either way (13),
    // another form of a checksum or of an empty list (2), an option that counts as absent, a page without an element, a
    // listener that has nothing left to do, and a clock that is wrong by a hundred years to the millisecond.
    least: 96,
  },
  'src/app': {
    mutate: ['src/app/**/*.ts', ...wiring.map((file) => `!src/app/${file}.ts`)],
    tests: ['tests/app/**/*.test.ts', 'tests/app/**/*.test.tsx'],
    // 95.1 % of 1,069 on 2026-11-30 as a whole; 16 of the 52 that were left have tests since, or are gone. Left: values
    // that are set while a module loads anew, noticed when tried by hand (5), what is always there although a type says
    // that it may not be (9), what is unreadable either way (5), a text or a number that is only compared with others or
    // means none (11), a listener that hears once or no more (4), an address that is written again, and a depth of
    // thirteen.
    least: 95,
  },
};

/** Files that are tried by no group, with the reason. */
export const left: Readonly<Record<string, string>> = {
  'server/data/*.ts': 'imports of data, whose tables their own tests compare with the source',
  'server/local/*.ts': 'runs on a developer’s machine only',
  'server/sso/local/*.ts': 'runs on a developer’s machine only',
  'server/mail/emailStyle.ts': 'how mails look, which the browser tests draw',
  'server/mail/inboxPage.ts': 'drawn on a developer’s machine only',
  'server/mail/inboxStyle.ts': 'drawn on a developer’s machine only',
  'server/start.ts': 'a process of its own, which the tests of processes start',
  'server/admin.ts': 'a process of its own, which the tests of processes start',
  'server/messages/*.ts': 'texts, which the translations’ tests hold',
  'src/domain/messageTexts.ts': 'texts, which the translations’ tests hold',
  'src/domain/brandMark.ts': 'a drawing, which the pictures of the pages show',
  'server/openapi/*.ts': 'describes the contract; every answer of the tests is checked against it',
  ...Object.fromEntries(
    wiring.map((file) => [`src/app/${file}.ts`, 'connects parts; the journeys in the browser run it']),
  ),
  'server/store/migrations/*.ts': 'have run where they count; the tests open today’s database',
};

/** The tests of a group in their order, but for those with the name of a file, which come first. */
export function ownFirst(tests: readonly string[], file: string): readonly string[] {
  const names = ['test.ts', 'integration.test.ts'].map((ending) => `${basename(file, '.ts')}.${ending}`);
  const own = [...new Set(tests.map(dirname))].flatMap((folder) => names.map((name) => `${folder}/${name}`));
  return [...own.filter((test) => isIn(tests, test)), ...tests];
}

/** Whether a file is among those of some patterns; one that begins with ! takes files out. */
export function isIn(patterns: readonly string[], file: string): boolean {
  const matches = (pattern: string) => matchesGlob(file, pattern);
  const isOut = patterns.some((pattern) => pattern.startsWith('!') && matches(pattern.slice(1)));
  return !isOut && patterns.some(matches);
}

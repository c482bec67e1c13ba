/** Which files `npm test` runs and which are left to `npm run test:rest`, where a whole folder is not of one kind. */

const api = (name: string): string => `tests/daemon/api/${name}.test.ts`

/** Two daemons on one store, rows that become visible out of order, and locks of rows: SQLite has none of them. */
const postgresOnly = [
  api('several-daemons'),
  api('events/late-rows'),
  api('owners/labelled-at-once'),
  api('second-factor/confirm-at-once'),
  api('session/ended-at-once'),
  api('tokens/spent-at-once'),
  api('topups/ordered-at-once'),
  api('topups/refunded-at-once'),
]

/** Files of the management API that run on PostgreSQL with Redis as well as on SQLite. */
export const onBothStores = {
  postgresOnly,
  /**
   * Where the stores part: SQL written by hand, rows locked against each other, unique values refused, the order in
   * which rows become visible, amounts and texts as the driver gives them, and everything that is counted in Redis.
   */
  differs: [
    ...postgresOnly,
    // Counted in Redis.
    api('request-limits'),
    api('session/login'),
    api('second-factor/second-step'),
    api('second-factor/guesses'),
    api('second-factor/own-factors'),
    api('password-reset/other-daemons'),
    api('password-reset/reset-password'),
    // Locks, and values that exist only once.
    api('passkeys/*'),
    api('terminal/*'),
    api('idempotency'),
    api('redemptions/redeem-code'),
    api('registration/register'),
    api('gifts/rebate'),
    api('gifts/transfer-earnings'),
    api('channels/channel-tags'),
    api('tokens/update-token'),
    api('owners/owners'),
    api('bulk/*'),
    api('options/options'),
    api('setup/setup'),
    api('users/credit-user'),
    api('users/change-user'),
    api('messages/manage-messages'),
    api('messages/inbox'),
    // Reports, searches, sums and the feed.
    api('events/follow-log'),
    api('logs/list-logs'),
    api('logs/log-series'),
    api('logs/clear-logs'),
    api('logs/log-retention'),
    api('logs/summed-log'),
    api('logs/plans'),
    api('logs/large-log'),
    api('data/*'),
    api('books/*'),
    api('users/list-users'),
    api('redemptions/redemption-stats'),
    api('health/health'),
    api('contract-routes'),
  ],
  /**
   * Files about things that do not depend on the store: emails, sign-in at other sites, media and compression. Other files test
   * on both stores what these calls read and write.
   */
  sqliteOnly: [
    api('compression'),
    api('channels/guarded-addresses'),
    api('channels/plan-call'),
    api('channels/proxy-password'),
    api('channels/try-channel'),
    api('oauth/oidc'),
    api('oauth/silence'),
    api('options/ask-elsewhere'),
    api('options/mail-options'),
    api('options/test-webhook'),
    api('session/human-check'),
    api('tasks/media'),
    api('tasks/midjourney-pictures'),
    api('tasks/midjourney-picture-streams'),
    api('tasks/video'),
    api('tasks/video-veo'),
  ],
}

/** Paths through built programs, each seconds long; their parts are tested one by one in `npm test`. */
export const slowPaths = [
  'tests/e2e/provision.test.ts',
  'tests/e2e/acceptance.test.ts',
  'tests/e2e/rows/setup.test.ts',
  'tests/e2e/rows/two-daemons.test.ts',
]

/** Tests of the terminal that start and stop whole gateways, or run hundreds of programs. */
export const ownProcess = [
  'tests/cli/end-to-end.test.ts',
  'tests/cli/backup.test.ts',
  'tests/cli/move.test.ts',
  'tests/cli/examples/**/*.test.ts',
]

/** What people do most in the console. */
export const browserWalks = ['tests/console/walks/**/*.test.ts']

/** Stores that are away, locked, read-only or full, for as long as it takes until a daemon would give up. */
export const outages = ['tests/faults/outages/**/*.test.ts']

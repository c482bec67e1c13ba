/**
 * Defines the rooms of the sources and their order, which determines which folder may import which.
 * `scripts/check-rooms.ts` checks the imports against it, `scripts/generate-architecture.ts` draws it.
 */

/** A folder, or some files that belong together, with a sentence about its content. */
export interface Room {
  /** The name used in messages and in the picture. */
  readonly name: string
  /** Paths relative to the part. A folder ends in `/` and includes everything below it that is not in another room. */
  readonly paths: readonly string[]
  readonly holds: string
  /**
   * Whether the room only computes values: it imports neither {@link outsideWorld} nor a room that does, so that it can
   * be tested without a server, a store or a network.
   */
  readonly isPure?: true
  /** Packages that this room must not import although it is not pure. */
  readonly without?: readonly string[]
}

/** Packages that access a server, a store or the network. Pure rooms must not import them, not even their types. */
export const outsideWorld = ['fastify', 'knex', 'undici', 'pg', 'ioredis', 'nodemailer', 'node:sqlite']

const folder = (path: string, holds: string, traits: Pick<Room, 'isPure' | 'without'> = {}): Room => ({
  name: path,
  paths: [`${path}/`],
  holds,
  ...traits,
})

/** Rooms of one kind, which the picture draws next to each other. */
export interface Floor {
  readonly name: string
  /** From low to high. */
  readonly rooms: readonly Room[]
}

/**
 * The floors of the daemon, from low to high. Rooms may only import earlier rooms, including those on the same floor.
 */
export const daemonFloors: readonly Floor[] = [
  {
    name: 'Ground',
    rooms: [
      {
        name: 'ground',
        paths: [
          'calendar.ts',
          'clock.ts',
          'equal-secrets.ts',
          'visible-text.ts',
          'language.ts',
          'meters.ts',
          'package-root.ts',
          'roster.ts',
          'side-by-side.ts',
          'version.ts',
        ],
        holds: 'clock, calendar, comparison of secrets, the two languages, Prometheus meters, version',
        isPure: true,
      },
      folder('money', 'quota as whole thousandths, ratios as exact fractions', { isPure: true }),
      folder('errors', 'every error there is: status, kind and phrases', { isPure: true }),
    ],
  },
  {
    name: 'Store and ledger',
    rooms: [
      folder('config', 'what the environment and the command line set, read once'),
      folder('limits', 'rate limits, and lists of client addresses'),
      folder('workers', 'several processes on one port: their supervisor, and what they share'),
      folder(
        'ledger',
        'every movement of money: holds, charges, credits, and the audit that adds them up again',
        {
          without: ['fastify', 'undici'],
        },
      ),
      folder('db', 'the store: SQLite or PostgreSQL, migrations, the secret key, the change feed'),
      folder('logs', 'the usage log as it grows: new rows are added up, old ones removed'),
    ],
  },
  {
    name: 'Formats and prices',
    rooms: [
      folder('models', 'what each family of models takes, gives and costs: rows of data with their sources', {
        isPure: true,
      }),
      folder('counting', 'how many tokens a text has, how long a recording is', { isPure: true }),
      folder('protocols', 'wire formats as codecs, and the neutral conversation between them', {
        isPure: true,
      }),
      folder('pricing', 'what a request costs: the price book, estimates for holds, the final price', {
        isPure: true,
      }),
      folder(
        'call-log',
        'the texts of a log row: as people read them, as they are stored, and from the one to the other',
        {
          without: ['fastify', 'undici'],
        },
      ),
      folder('options', 'the settings of the site: what there is, its checks, its current values'),
      folder('channel-types', 'vendors: where a call goes, how it is signed, what is different there', {
        isPure: true,
      }),
    ],
  },
  {
    name: 'Channels and accounts',
    rooms: [
      folder('channels', 'configured accounts at vendors, and when one is disabled by itself'),
      folder('accounts', 'users: names, passwords, email addresses, the codes sent to them'),
    ],
  },
  {
    name: 'Ways in and out',
    rooms: [
      folder('upstream', 'connections to vendors: HTTP, WebSocket, credentials, media from elsewhere'),
      folder('payments', 'payment providers: where users pay, what their signed notices say', {
        without: ['fastify', 'knex'],
      }),
      folder('http', 'what every HTTP route shares: sign-in, contract, envelope, idempotency, the console'),
      folder('notify', 'emails and webhooks to users'),
    ],
  },
  {
    name: 'Relay',
    rooms: [
      folder('relay/inbound', 'a request of a client, read'),
      folder('relay/route', 'which channels may serve it, in which order'),
      folder('relay/admit', 'who is asking, and whether they may'),
      folder('relay/hold', 'quota set aside before any byte goes to a vendor'),
      folder('relay/call/prepare', 'the request as the vendor wants it'),
      folder('relay/call', 'one attempt after another until a vendor answers'),
      folder('relay/deliver', 'the answer on its way to the client'),
      folder('relay/settle', 'what was used is charged and logged'),
      folder('relay/stored', 'what answers leave behind for later requests: at vendors, and here'),
      folder('relay/files', 'files on their way to the account that keeps them'),
      folder('relay/realtime', 'the same steps for sessions over a WebSocket'),
      folder('relay/response-socket', 'a WebSocket of Responses: each of its messages is a request'),
      folder('relay', 'the steps in their order, and the routes that clients call'),
      folder('tasks', 'work that goes on at a vendor after its answer: submitted, polled, charged once'),
      folder('batches', 'requests that a vendor works on for hours: held whole, charged by their answers'),
    ],
  },
  {
    name: 'Management',
    rooms: [
      folder(
        'channel-checks',
        'tests of channels, model lists and balances, asked for by administrators or the clock',
      ),
      {
        name: 'services',
        paths: ['services.ts'],
        holds: 'the parts of a running daemon, named together',
      },
      folder('api', 'the management API, one folder per noun'),
    ],
  },
  {
    name: 'Process',
    rooms: [
      folder('jobs', 'what runs by the clock'),
      folder('backup', 'backup, restore and audit without a running daemon'),
      {
        name: 'start',
        paths: [
          'app.ts',
          'broken-requests.ts',
          'create-log.ts',
          'line-limit.ts',
          'main.ts',
          'run-daemon.ts',
          'run-worker.ts',
          'start-announcement.ts',
          'start-daemon.ts',
          'start-failure.ts',
          'stop-daemon.ts',
          'stop-signals.ts',
          'supervise-daemon.ts',
          'unknown-addresses.ts',
          'unknown-variables.ts',
          'worker-process.ts',
          'working-time.ts',
        ],
        holds: 'puts the parts together, listens, stops',
      },
    ],
  },
]

/** All rooms of the daemon, from low to high. */
export const daemonRooms: readonly Room[] = daemonFloors.flatMap(({ rooms }) => rooms)

/** A separate program under `src/`. Parts share only the contract, `openapi/`. */
export interface Part {
  /** The folder under `src/`. */
  readonly name: string
  readonly holds: string
  /** From low to high; a part without rooms is a single room. */
  readonly rooms?: readonly Room[]
  /** Files of other parts that this part may start with `await import()`, relative to `src/`. */
  readonly starts?: readonly string[]
}

export const parts: readonly Part[] = [
  { name: 'daemon', holds: 'the gateway', rooms: daemonRooms },
  {
    name: 'cli',
    holds: 'the terminal: a client of the management API',
    starts: ['daemon/main.ts', 'daemon/backup/main.ts'],
  },
  { name: 'console', holds: 'the web console: a client of the management API' },
]

/** Kinds of objects that files can describe, in the order of creation. */
export const kinds = ['groups', 'options', 'prices', 'channels', 'users', 'tokens', 'codes'] as const
export type Kind = (typeof kinds)[number]

export const isKind = (text: string): text is Kind => kinds.some((each) => each === text)

/** Words for a single object, used in plans and owner labels. */
export const kindWord = {
  groups: 'group',
  options: 'option',
  prices: 'price',
  channels: 'channel',
  users: 'user',
  tokens: 'token',
  codes: 'code',
} as const satisfies Record<Kind, string>

/** The form in which a field is written in a file. */
export type FieldForm =
  | 'text'
  | 'decimal'
  | 'integer'
  | 'flag'
  | 'choice'
  | 'texts'
  | 'json'
  | 'fallbacks'
  | 'secret'
  | 'secrets'
  | 'address'
  | 'budget'
  | 'amount'
  | 'when'
  | 'rate'
  | 'spending'

/** One field of an object: its form and its behavior. */
export interface FieldShape {
  readonly form: FieldForm
  /** Description in the published schema. */
  readonly about: string
  readonly choices?: readonly string[]
  /** The smallest and largest number accepted; for an amount, in quota units. */
  readonly min?: number
  readonly max?: number
  readonly maxLength?: number
  /** Leading and trailing whitespace is kept, as on the server. */
  readonly isVerbatim?: true
  /** `null` removes the entry. */
  readonly isNullable?: true
  /** Applies only when the object is created: the remaining budget changes with every request. */
  readonly isInitial?: true
  /** Cannot be changed after creation. */
  readonly isFixed?: true
  /** May be given by reference, because it may contain a password. */
  readonly isReferable?: true
  /** Required for a new object. */
  readonly isRequired?: true
}

export type FieldShapes = Readonly<Record<string, FieldShape>>

const status: FieldShape = {
  form: 'choice',
  choices: ['enabled', 'disabled'],
  about: 'Whether it may be used. What the server disabled automatically counts as enabled.',
}

const prices: FieldShapes = {
  ratio: {
    form: 'decimal',
    isNullable: true,
    about: 'Model ratio: 1 means 2 dollars per million input tokens.',
  },
  completion: { form: 'decimal', isNullable: true, about: 'Output price as a multiple of the input price.' },
  cacheRead: {
    form: 'decimal',
    isNullable: true,
    about: 'Cached input price as a multiple of the input price.',
  },
  price: { form: 'decimal', isNullable: true, about: 'Price per call in dollars, instead of the ratios.' },
}

/** The option that stores each field of a price. */
export const priceTables = {
  ratio: 'ModelRatio',
  completion: 'CompletionRatio',
  cacheRead: 'CacheRatio',
  price: 'ModelPrice',
} as const

/** Options that are written as groups and prices. */
export const tableOptions: Readonly<Record<string, Kind>> = {
  GroupRatio: 'groups',
  UserUsableGroups: 'groups',
  ...Object.fromEntries(Object.values(priceTables).map((key): [string, Kind] => [key, 'prices'])),
}

/** Options whose value is a table of texts. In these, `{ env: OFF }` is an entry, not a reference to a secret. */
export const textTables: ReadonlySet<string> = new Set(['gemini.safety_settings', 'gemini.version_settings'])

const long = 65_536
/** Maximum number of quota units that the server accepts for a token and its budget. */
const tokenQuotaMax = 4_000_000_000_000

/** The fields of every kind. `options` are missing, because each has its value directly after its name. */
export const fieldShapes: Readonly<Record<Exclude<Kind, 'options'>, FieldShapes>> = {
  groups: {
    ratio: { form: 'decimal', isRequired: true, about: 'Multiplies every price.' },
    description: {
      form: 'text',
      maxLength: 1000,
      isVerbatim: true,
      about: 'Description shown to users; also lets every user choose the group.',
    },
    usable: { form: 'flag', about: 'Whether every user may choose it.' },
  },
  prices,
  channels: {
    type: {
      form: 'text',
      isRequired: true,
      maxLength: 100,
      about: 'Slug of the channel type, such as openai or anthropic.',
    },
    keys: { form: 'secrets', about: 'Keys of the upstream account, used in rotation.' },
    models: { form: 'texts', isRequired: true, maxLength: 255, about: 'Models it serves.' },
    groups: { form: 'texts', maxLength: 255, about: 'Groups it serves. Default: default.' },
    priority: {
      form: 'integer',
      min: -1_000_000_000,
      max: 1_000_000_000,
      about: 'Higher values are tried first.',
    },
    weight: { form: 'integer', min: 0, max: 1_000_000_000, about: 'Share of requests within a priority.' },
    tag: { form: 'text', maxLength: 255, about: 'Tag that groups channels.' },
    status,
    baseUrl: { form: 'address', maxLength: 2000, about: 'Upstream address, if not the default.' },
    prefix: { form: 'text', maxLength: 255, about: 'Prefix that clients put before the model name.' },
    testModel: { form: 'text', maxLength: 255, about: 'Model used for tests.' },
    modelMapping: { form: 'json', maxLength: long, about: 'Maps requested models to upstream models.' },
    statusCodeMapping: {
      form: 'json',
      maxLength: long,
      about: 'Maps upstream status codes to the ones used instead.',
    },
    paramOverride: {
      form: 'json',
      maxLength: long,
      about: 'Fields that override those of the upstream request body.',
    },
    setting: {
      form: 'json',
      maxLength: long,
      about:
        'Extra settings of the channel, such as speaks: chat for an upstream without Responses. The proxy is a separate field.',
    },
    proxy: {
      form: 'address',
      isReferable: true,
      maxLength: 2000,
      about: 'Proxy for its requests; give it by reference if it contains a password.',
    },
    systemPrompt: {
      form: 'text',
      maxLength: long,
      isVerbatim: true,
      about: 'System prompt added to every conversation.',
    },
    other: {
      form: 'text',
      maxLength: long,
      about: 'Type-specific extra, such as API version, region or account id.',
    },
    organization: { form: 'text', maxLength: 255, about: 'OpenAI organization.' },
    maxInputTokens: {
      form: 'integer',
      min: 0,
      max: 2_147_483_647,
      about: 'Longest prompt it accepts, in tokens; 0 = no limit.',
    },
    autoBan: { form: 'flag', about: 'Whether it may be disabled automatically.' },
  },
  users: {
    password: { form: 'secret', isInitial: true, isRequired: true, about: 'Initial password.' },
    displayName: { form: 'text', maxLength: 20, about: 'Display name.' },
    group: { form: 'text', maxLength: 255, isVerbatim: true, about: 'Price group.' },
    role: { form: 'choice', choices: ['user', 'admin'], about: 'Role of the account.' },
    status,
  },
  tokens: {
    quota: {
      form: 'budget',
      min: 0,
      max: tokenQuotaMax,
      isInitial: true,
      about:
        'Quota it may spend: 5usd, quota units, or unlimited. An amount applies only when the API token is created.',
    },
    models: { form: 'texts', maxLength: 255, about: 'Only these models; an empty list = no limit.' },
    fallbacks: {
      form: 'fallbacks',
      maxLength: long,
      about:
        'By model, the models to ask in this order when it gives no answer; "*" stands for every other model.',
    },
    group: { form: 'text', maxLength: 255, about: 'Group that determines routing and prices.' },
    expires: { form: 'when', about: 'never, a date, or a duration (30d) counted from creation.' },
    allowIps: {
      form: 'texts',
      maxLength: 100,
      about: 'Only these IP addresses and ranges; an empty list = no limit.',
    },
    rateLimit: { form: 'rate', about: 'Rate limit such as 1000/60s, or off.' },
    successLimit: {
      form: 'integer',
      min: 0,
      max: 1_000_000_000,
      about: 'Maximum successful requests in the window; 0 = no limit.',
    },
    tokensPerMinute: {
      form: 'integer',
      min: 0,
      max: 1_000_000_000,
      about: 'Tokens of prompts and answers per minute; 0 = no limit.',
    },
    budget: {
      form: 'spending',
      min: 1,
      max: tokenQuotaMax,
      about: 'Budget beside its quota that renews, such as 5usd/day, 20usd/week or 50000/month, or off.',
    },
    status,
  },
  codes: {
    quota: {
      form: 'amount',
      min: 1,
      max: 10_000_000_000,
      isRequired: true,
      about: 'Quota a code credits: 1usd or quota units.',
    },
    count: {
      form: 'integer',
      min: 1,
      max: 100_000,
      about: 'Number of codes with this name; missing ones are created.',
    },
    gift: { form: 'flag', isFixed: true, about: 'Gift code: several accounts may redeem it, once each.' },
    maxUses: {
      form: 'integer',
      min: -1,
      max: 1_000_000_000,
      isFixed: true,
      about: 'Allowed uses of a gift code; -1 = unlimited.',
    },
    validFrom: { form: 'when', about: 'A date, or never for immediately.' },
    validUntil: { form: 'when', about: 'A date, never, or a duration counted from creation.' },
    key: {
      form: 'secret',
      maxLength: 32,
      isFixed: true,
      about: 'A code of your own; only with count 1.',
    },
  },
}

/** Maximum length of an object's name, from the server's limits. */
export const nameMax: Readonly<Record<Kind, number>> = {
  groups: 255,
  options: 128,
  prices: 256,
  channels: 200,
  users: 12,
  tokens: 30,
  codes: 20,
}

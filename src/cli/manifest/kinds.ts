/** What can be described in files; the order in which it is made. */
export const kinds = ['groups', 'options', 'prices', 'channels', 'users', 'tokens', 'codes'] as const
export type Kind = (typeof kinds)[number]

export const isKind = (text: string): text is Kind => kinds.some((each) => each === text)

/** How one object is called: the word of plans and of owner labels. */
export const kindWord = {
  groups: 'group',
  options: 'option',
  prices: 'price',
  channels: 'channel',
  users: 'user',
  tokens: 'token',
  codes: 'code',
} as const satisfies Record<Kind, string>

/** How a field is written in a file. */
export type FieldForm =
  | 'text'
  | 'decimal'
  | 'integer'
  | 'flag'
  | 'choice'
  | 'texts'
  | 'json'
  | 'secret'
  | 'secrets'
  | 'address'
  | 'budget'
  | 'amount'
  | 'when'
  | 'rate'

/** One field of an object: how it is written and what happens with it. */
export interface FieldShape {
  readonly form: FieldForm
  /** For the published schema. */
  readonly about: string
  readonly choices?: readonly string[]
  readonly min?: number
  readonly max?: number
  readonly maxLength?: number
  /** `null` removes the entry. */
  readonly isNullable?: true
  /** Counts when the object is made and never again: what is left of a budget moves with every call. */
  readonly isInitial?: true
  /** Cannot be another one later. */
  readonly isFixed?: true
  /** May be given by reference, for it may hold a password. */
  readonly isReferable?: true
  /** A new object needs it. */
  readonly isRequired?: true
}

export type FieldShapes = Readonly<Record<string, FieldShape>>

const status: FieldShape = {
  form: 'choice',
  choices: ['enabled', 'disabled'],
  about: 'Whether it may be used. What the server switched off by itself counts as enabled.',
}

const prices: FieldShapes = {
  ratio: {
    form: 'decimal',
    isNullable: true,
    about: 'Model ratio: 1 is 2 dollars per million input tokens.',
  },
  completion: { form: 'decimal', isNullable: true, about: 'Price of output in relation to input.' },
  cacheRead: { form: 'decimal', isNullable: true, about: 'Price of cached input in relation to input.' },
  price: { form: 'decimal', isNullable: true, about: 'Dollars per call, in place of the ratios.' },
}

/** The option that holds each field of a price. */
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

const long = 65_536

/** The fields of every kind; `options` have none, their value stands beside their name. */
export const fieldShapes: Readonly<Record<Exclude<Kind, 'options'>, FieldShapes>> = {
  groups: {
    ratio: { form: 'decimal', isRequired: true, about: 'Factor on every price.' },
    description: {
      form: 'text',
      maxLength: 1000,
      about: 'What users read when they choose it; makes it one that users may choose.',
    },
    usable: { form: 'flag', about: 'Whether users may choose it.' },
  },
  prices,
  channels: {
    type: {
      form: 'text',
      isRequired: true,
      maxLength: 100,
      about: 'Slug of the channel type: openai, anthropic.',
    },
    keys: { form: 'secrets', about: 'Keys of the upstream account, used in turn.' },
    models: { form: 'texts', isRequired: true, maxLength: 255, about: 'Models it serves.' },
    groups: { form: 'texts', maxLength: 255, about: 'Groups it serves; default when absent.' },
    priority: { form: 'integer', min: -1_000_000_000, max: 1_000_000_000, about: 'Higher goes first.' },
    weight: { form: 'integer', min: 0, max: 1_000_000_000, about: 'Share inside a priority.' },
    tag: { form: 'text', maxLength: 255, about: 'Label for several channels.' },
    status,
    baseUrl: { form: 'address', maxLength: 2000, about: 'Address of the upstream, if not the usual one.' },
    prefix: { form: 'text', maxLength: 255, about: 'What clients write before the model.' },
    testModel: { form: 'text', maxLength: 255, about: 'Model of the test.' },
    modelMapping: { form: 'json', maxLength: long, about: 'Requested model to upstream model.' },
    statusCodeMapping: {
      form: 'json',
      maxLength: long,
      about: 'Upstream status to the status used instead.',
    },
    paramOverride: {
      form: 'json',
      maxLength: long,
      about: 'Members that overwrite those of the upstream body.',
    },
    setting: { form: 'json', maxLength: long, about: 'Switches of the channel; its proxy stands beside it.' },
    proxy: {
      form: 'address',
      isReferable: true,
      maxLength: 2000,
      about: 'Proxy of its calls; by reference when it has a password.',
    },
    systemPrompt: { form: 'text', maxLength: long, about: 'Put before every conversation.' },
    other: { form: 'text', maxLength: long, about: 'Extra of the type: API version, region, account id.' },
    organization: { form: 'text', maxLength: 255, about: 'OpenAI organization.' },
    maxInputTokens: {
      form: 'integer',
      min: 0,
      max: 2_147_483_647,
      about: 'Longer prompts go elsewhere; 0 = any.',
    },
    autoBan: { form: 'flag', about: 'Whether it may be disabled automatically.' },
  },
  users: {
    password: { form: 'secret', isInitial: true, isRequired: true, about: 'First password.' },
    displayName: { form: 'text', maxLength: 20, about: 'Name that is shown.' },
    group: { form: 'text', maxLength: 255, about: 'Price group.' },
    role: { form: 'choice', choices: ['user', 'admin'], about: 'What the account may do.' },
    status,
  },
  tokens: {
    quota: {
      form: 'budget',
      isInitial: true,
      about: 'What it may spend: 5usd, quota units, or unlimited. An amount counts when the token is made.',
    },
    models: { form: 'texts', maxLength: 255, about: 'Only these models; an empty list = any.' },
    group: { form: 'text', maxLength: 255, about: 'Group that routes and prices its calls.' },
    expires: { form: 'when', about: 'never, a date, or a duration (30d) from when the token is made.' },
    allowIps: {
      form: 'texts',
      maxLength: 100,
      about: 'Only these addresses and ranges; an empty list = any.',
    },
    rateLimit: { form: 'rate', about: 'Requests in a window, such as 1000/60s, or off.' },
    successLimit: {
      form: 'integer',
      min: 0,
      max: 1_000_000_000,
      about: 'Successful requests in the window; 0 = any.',
    },
    status,
  },
  codes: {
    quota: { form: 'amount', isRequired: true, about: 'What a code credits: 1usd or quota units.' },
    count: {
      form: 'integer',
      min: 1,
      max: 100_000,
      about: 'How many codes of this name there are; missing ones are made.',
    },
    gift: { form: 'flag', isFixed: true, about: 'May be used by several accounts, once by each.' },
    maxUses: {
      form: 'integer',
      min: -1,
      max: 1_000_000_000,
      isFixed: true,
      about: 'Uses of a gift code; -1 = any number.',
    },
    validFrom: { form: 'when', about: 'A date; never = at once.' },
    validUntil: { form: 'when', about: 'A date, never, or a duration from when the codes are made.' },
    key: { form: 'secret', isFixed: true, about: 'An own code; only with count 1.' },
  },
}

/** Longest name of an object; the server's own bounds. */
export const nameMax: Readonly<Record<Kind, number>> = {
  groups: 255,
  options: 128,
  prices: 256,
  channels: 200,
  users: 12,
  tokens: 30,
  codes: 20,
}

import { defaultTexts } from './default-texts.ts'
import {
  chatLinks,
  decimalTable,
  headerTable,
  integerTable,
  longPromptTable,
  nestedDecimalTable,
  textList,
  textTable,
  withGroupNames,
  withVisibleNames,
} from './json-kinds.ts'
import {
  address,
  choice,
  currency,
  decimal,
  domains,
  flag,
  integer,
  inUnit,
  line,
  number,
  type OptionSpec,
  optionalDecimal,
  optionalInteger,
  ranges,
  rootOnly,
  secret,
  statusCodes,
  text,
  timeZone,
  wordLines,
} from './kinds.ts'

const wholeFrom0 = { min: 0 } as const
const fallbackRange = { min: 0, max: 1_000_000, places: 9 } as const
const rootSecret = () => rootOnly(secret())

/**
 * Every setting of the site: type, default, range and who may write it. Unknown keys are refused. A comment gives the
 * unit if the key's name does not; quota is in quota units. `docs/security.md` explains the role of each key.
 */
export const registry = {
  // Site and display
  SystemName: line(),
  Logo: address(true),
  Footer: rootOnly(text()),
  Notice: text(),
  About: rootOnly(text()),
  HomePageContent: rootOnly(text()),
  custom_head_html: rootOnly(text()),
  global_css: rootOnly(text()),
  global_js: rootOnly(text()),
  ServerAddress: rootOnly(address()),
  TopUpLink: rootOnly(address()),
  'general_setting.docs_link': address(),
  /** Quota units per dollar. */
  QuotaPerUnit: decimal('500000', { min: 0, isAboveMin: true }),
  DisplayInCurrencyEnabled: flag(true),
  DisplayTokenStatEnabled: flag(true),
  DefaultCollapseSidebar: flag(false),
  DemoSiteEnabled: flag(false),
  SelfUseModeEnabled: flag(false),
  /** Whether the keys of API tokens are only shown when they are created. */
  TokenKeysShownOnce: rootOnly(flag(false)),
  Chats: rootOnly(chatLinks(defaultTexts.Chats)),
  DrawingEnabled: flag(true),
  TaskEnabled: flag(true),

  // Accounts and sign-in
  PasswordLoginEnabled: rootOnly(flag(true)),
  PasskeyLoginEnabled: rootOnly(flag(true)),
  /** The accounts whose sessions cannot do anything until they have set up a second factor. */
  SecondFactorRequired: rootOnly(choice('off', ['off', 'admins', 'all'])),
  PasswordRegisterEnabled: flag(true),
  RegisterEnabled: flag(true),
  EmailVerificationEnabled: flag(false),
  EmailDomainRestrictionEnabled: flag(false),
  EmailAliasRestrictionEnabled: flag(false),
  EmailDomainWhitelist: domains(defaultTexts.EmailDomainWhitelist),
  GitHubOAuthEnabled: rootOnly(flag(false)),
  GitHubClientId: rootOnly(line()),
  GitHubClientSecret: rootSecret(),
  'oidc.enabled': rootOnly(flag(false)),
  'oidc.client_id': rootOnly(line()),
  'oidc.client_secret': rootSecret(),
  'oidc.well_known': rootOnly(address()),
  'oidc.authorization_endpoint': rootOnly(address()),
  'oidc.token_endpoint': rootOnly(address()),
  'oidc.user_info_endpoint': rootOnly(address()),
  LinuxDOOAuthEnabled: rootOnly(flag(false)),
  LinuxDOClientId: rootOnly(line()),
  LinuxDOClientSecret: rootSecret(),
  LinuxDOMinimumTrustLevel: integer(0, { min: 0, max: 4 }),
  WeChatAuthEnabled: rootOnly(flag(false)),
  WeChatServerAddress: rootOnly(address()),
  WeChatServerToken: rootSecret(),
  WeChatAccountQRCodeImageURL: rootOnly(address(true)),
  TelegramOAuthEnabled: rootOnly(flag(false)),
  TelegramBotToken: rootSecret(),
  TelegramBotName: rootOnly(line()),
  TurnstileCheckEnabled: rootOnly(flag(false)),
  TurnstileSiteKey: rootOnly(line()),
  TurnstileSecretKey: rootSecret(),
  SMTPServer: rootOnly(line()),
  SMTPPort: rootOnly(integer(587, { min: 1, max: 65535 })),
  SMTPAccount: rootOnly(line()),
  SMTPFrom: rootOnly(line()),
  SMTPToken: rootSecret(),
  SMTPSSLEnabled: rootOnly(flag(false)),

  // Money
  PayAddress: rootOnly(address()),
  EpayId: rootOnly(line()),
  EpayKey: rootSecret(),
  CustomCallbackAddress: rootOnly(address()),
  StripeSecretKey: rootSecret(),
  StripeWebhookSecret: rootSecret(),
  StripeCurrency: currency('USD'),
  /** The price of one dollar of top-up, in `StripeCurrency`. */
  StripePrice: decimal('1', { min: 0, isAboveMin: true, places: 2, step: 0.1 }),
  /** Units of currency per dollar of top-up. */
  Price: decimal('7.3', { min: 0, isAboveMin: true, places: 2, step: 0.1 }),
  MinTopUp: inUnit('dollars', decimal('1', { min: 0 })),
  TopupGroupRatio: decimalTable(defaultTexts.GroupRatio),
  QuotaForNewUser: inUnit('quota', integer(0, wholeFrom0)),
  QuotaForInviter: inUnit('quota', integer(0, wholeFrom0)),
  QuotaForInvitee: inUnit('quota', integer(0, wholeFrom0)),
  /** Output tokens that must be covered before a call without an output cap begins. */
  PreConsumedQuota: inUnit('quota', integer(500, wholeFrom0)),
  QuotaRemindThreshold: inUnit('quota', integer(1000, wholeFrom0)),
  AffEnabled: flag(true),
  RebateEnabled: flag(false),
  /** Percent of the credited quota. */
  RebatePercentage: inUnit('percent', decimal('0', { min: 0, max: 100, places: 1, step: 0.1 })),
  CheckInEnabled: flag(false),
  CheckInQuota: inUnit('quota', integer(1000, wholeFrom0)),
  /** A value not above CheckInQuota means a fixed reward. */
  CheckInMaxQuota: inUnit('quota', optionalInteger(wholeFrom0)),
  /** Check-in days and periods of token budgets begin at midnight in this time zone. */
  CheckInTimeZone: timeZone('UTC'),

  // Prices and groups
  ModelRatio: decimalTable(defaultTexts.ModelRatio),
  /** Dollars per call. */
  ModelPrice: decimalTable(defaultTexts.ModelPrice),
  CompletionRatio: decimalTable(defaultTexts.CompletionRatio),
  CacheRatio: decimalTable(defaultTexts.CacheRatio),
  /** Model -> multiples of the price for calls whose prompt has more tokens than a limit. */
  LongPromptRatio: longPromptTable(defaultTexts.LongPromptRatio),
  /** Host of files with default prices to import; empty = only the built-in prices are offered. */
  'general_setting.price_files_address': rootOnly(address()),
  /** URL of a JSON file with `tag_name` and `body` of the latest release; empty = no check for releases. */
  'general_setting.release_feed_address': rootOnly(address()),
  fallback_pricing_enabled: flag(false),
  /** Dollars per call. */
  fallback_single_price: inUnit('dollars', optionalDecimal({ ...fallbackRange, step: 0.001 })),
  fallback_input_ratio: optionalDecimal({ ...fallbackRange, step: 0.1 }),
  fallback_completion_ratio: optionalDecimal({ ...fallbackRange, step: 0.1 }),
  GroupRatio: withGroupNames(decimalTable(defaultTexts.GroupRatio)),
  UserUsableGroups: withVisibleNames(textTable(defaultTexts.UserUsableGroups)),
  /** User group -> using group -> ratio that replaces the group ratio. */
  GroupGroupRatio: nestedDecimalTable('{}'),

  // Channels and relay
  RetryTimes: integer(0, { min: 0, max: 100 }),
  /** 0 = never. */
  ChannelDisableThreshold: inUnit('seconds', number('5', { min: 0, max: 86_400 })),
  AutomaticDisableChannelEnabled: flag(false),
  AutomaticEnableChannelEnabled: flag(false),
  /** One per line. */
  AutomaticDisableKeywords: text(defaultTexts.AutomaticDisableKeywords),
  'global.pass_through_request_enabled': flag(false),
  'global.hide_upstream_error_enabled': flag(false),
  'global.block_browser_extension_enabled': flag(false),
  'global.rate_limit_exempt_enabled': flag(false),
  'global.rate_limit_exempt_group': line('bulk-ok'),
  'global.safe_check_exempt_enabled': flag(false),
  'global.safe_check_exempt_group': line('nsfw-ok'),
  'global.auto_retry_enabled': flag(false),
  'global.auto_retry_count': integer(3, { min: 1, max: 10 }),
  'global.auto_retry_force_channel_switch': flag(false),
  'global.auto_retry_status_codes': statusCodes('5xx,4xx'),
  'general_setting.ping_interval_enabled': flag(false),
  'general_setting.ping_interval_seconds': inUnit('seconds', integer(60, { min: 1, max: 86_400 })),
  /** How long a stream is still read after its client has disconnected; 0 = not at all. */
  'general_setting.drain_seconds': inUnit('seconds', integer(10, { min: 0, max: 600 })),
  /** Whether the requests of a conversation go to the same channel and key, whose prompt cache holds its beginning. */
  'general_setting.channel_affinity_enabled': flag(true),
  /**
   * How many days to keep conversations, responses of channels whose vendor keeps none, and background responses; 0 =
   * none are kept.
   */
  'general_setting.response_keep_days': integer(30, { min: 0, max: 3650 }),
  'gemini.safety_settings': textTable(defaultTexts['gemini.safety_settings']),
  'gemini.version_settings': textTable(defaultTexts['gemini.version_settings']),
  'gemini.supported_imagine_models': textList(defaultTexts['gemini.supported_imagine_models']),
  'gemini.thinking_adapter_enabled': flag(false),
  /** Share of the output cap. */
  'gemini.thinking_adapter_budget_tokens_percentage': number('0.6', { min: 0.002, max: 1, step: 0.1 }),
  'gemini.models_supported_thinking_budget': textList(
    defaultTexts['gemini.models_supported_thinking_budget'],
  ),
  'claude.model_headers_settings': headerTable('{}'),
  'claude.default_max_tokens': integerTable('{"default":8192}'),
  /** Whether to add cache marks to tools and system prompt for clients whose format has none. */
  'claude.cache_marks_enabled': flag(true),
  'claude.thinking_adapter_enabled': flag(true),
  /** Share of the output cap. */
  'claude.thinking_adapter_budget_tokens_percentage': number('0.8', { min: 0.1, max: 1, step: 0.1 }),
  MjNotifyEnabled: flag(false),
  MjAccountFilterEnabled: flag(false),
  MjForwardUrlEnabled: flag(true),
  MjModeClearEnabled: flag(false),
  MjActionCheckSuccessEnabled: flag(true),
  WorkerUrl: rootOnly(address()),
  WorkerValidKey: rootSecret(),

  // Limits, logs, filters
  ModelRequestRateLimitEnabled: flag(false),
  ModelRequestRateLimitDurationMinutes: inUnit('minutes', integer(1, { min: 0, max: 1_000_000 })),
  /** All requests of the period; 0 = unlimited. */
  ModelRequestRateLimitCount: integer(0, wholeFrom0),
  ModelRequestRateLimitSuccessCount: integer(1000, { min: 1 }),
  /**
   * Calls of the management API by one user in three minutes; those with access tokens are counted separately from the
   * console's.
   */
  ManagementRateLimitCount: rootOnly(integer(3000, { min: 300, max: 1_000_000 })),
  /** Calls by one administrator in ten minutes that compare secrets with stored ones, up to a hundred per call. */
  SecretCheckLimitCount: rootOnly(integer(60, { min: 10, max: 100_000 })),
  /** Maximum number of tokens per account. */
  TokensPerUserMax: rootOnly(integer(10_000, { min: 1, max: 1_000_000 })),
  CheckSensitiveEnabled: flag(true),
  CheckSensitiveOnPromptEnabled: flag(true),
  SensitiveWords: wordLines('test_sensitive'),
  StreamCacheQueueLength: integer(0, wholeFrom0),
  LogConsumeEnabled: flag(true),
  LogChatContentEnabled: flag(false),
  LogErrorEnabled: flag(false),
  /** How long rows of the usage log are kept; 0 = forever. */
  LogRetentionDays: rootOnly(integer(0, { min: 0, max: 36_500 })),
  /** How long the audit trail is kept; 0 = forever. */
  AuditKeepDays: rootOnly(integer(0, { min: 0, max: 36_500 })),
  DataExportEnabled: flag(true),
  DataExportInterval: inUnit('minutes', integer(5, { min: 1, max: 1_000_000 })),
  DataExportDefaultTime: choice('hour', ['hour', 'day', 'week']),
  ReverseProxyEnabled: rootOnly(flag(false)),
  ReverseProxyProvider: rootOnly(choice('nginx', ['nginx', 'cloudflare'])),
  /** Link-local and metadata addresses that channels may use nevertheless. */
  ChannelAddressRanges: rootOnly(ranges()),
} as const satisfies Record<string, OptionSpec<unknown>>

export type OptionKey = keyof typeof registry

/** The settings as the program uses them. Immutable; a change creates a new object. */
export type Options = {
  readonly [Key in OptionKey]: (typeof registry)[Key] extends OptionSpec<infer Value> ? Value : never
}

export const optionKeys = Object.keys(registry) as OptionKey[]

export const isOptionKey = (key: string): key is OptionKey => Object.hasOwn(registry, key)

const specOf = (key: OptionKey): OptionSpec<unknown> => registry[key]

/**
 * Turns stored texts into typed settings. Keys without a row have their default; a stored text that can no longer be
 * read (an older version was less strict, or somebody wrote to the table) counts as not set.
 *
 * @param onUnreadable called for each such key
 */
export function parseOptions(
  texts: ReadonlyMap<string, string>,
  onUnreadable: (key: OptionKey) => void = () => {},
): Options {
  const values: Record<string, unknown> = {}
  for (const key of optionKeys) {
    const { read, default: fallback } = specOf(key)
    const stored = texts.get(key)
    if (stored === undefined) {
      values[key] = read(fallback).value
      continue
    }
    try {
      values[key] = read(stored).value
    } catch {
      onUnreadable(key)
      values[key] = read(fallback).value
    }
  }
  return values as Options
}

/** Settings of a fresh installation. */
export const defaultOptions: Options = parseOptions(new Map())

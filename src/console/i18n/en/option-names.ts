import type { English } from '../phrases.ts'

export const optionNames: English<'optionNames'> = {
  TopUpLink: {
    name: 'Top-up link',
    hint: 'Where redemption codes are sold. Shown as a button in the wallet; leave empty to hide it',
  },
  general_setting_docs_link: { name: 'Docs link', hint: 'Shown in the top bar; leave empty to hide it' },
  QuotaPerUnit: {
    name: 'Quota per dollar',
    hint: 'How many quota units equal one dollar, for display, top-ups and per-call prices',
  },
  RetryTimes: {
    name: 'Retries',
    hint: 'How many times a failed call tries another channel while auto retry is off',
  },
  DisplayInCurrencyEnabled: {
    name: 'Show money in dollars',
    hint: 'When off, quota units are shown instead',
  },
  DisplayTokenStatEnabled: {
    name: 'Report token quota in billing calls',
    hint: 'The compatible billing calls return the quota of the token instead of the account',
  },
  DefaultCollapseSidebar: {
    name: 'Collapse sidebar by default',
    hint: 'Only affects browsers that open the site for the first time',
  },
  DemoSiteEnabled: { name: 'Demo site mode', hint: 'Only the super administrator can change anything' },
  SelfUseModeEnabled: {
    name: 'Self-use mode',
    hint: 'Turns off sign-up, invitations and top-up; models without a price can be used',
  },
  TokenKeysShownOnce: {
    name: 'Show token keys only once',
    hint: 'Keys of API tokens are shown when they are made and never again; copying and chat links need a new key. Keys made while this is on stay hidden',
  },
  TaskEnabled: { name: 'Task log', hint: 'Shows the task log in the menu' },
  general_setting_price_files_address: {
    name: 'Price file address',
    hint: 'Where default price files are read from; if empty, only the built-in prices are offered',
  },
  general_setting_release_feed_address: {
    name: 'Release feed',
    hint: 'Returns JSON with the tag_name and body of the latest release; if empty, there is no update check',
  },
  DrawingEnabled: { name: 'Drawing', hint: 'Shows the drawing log in the menu' },
  MjNotifyEnabled: {
    name: 'Forward callbacks',
    hint: "Sends the client's callback address to the upstream, which then learns where the client is",
  },
  MjAccountFilterEnabled: { name: 'Account filter', hint: "Forwards the client's account filter" },
  MjForwardUrlEnabled: {
    name: 'Serve images from this site',
    hint: 'Replaces image addresses with addresses of this site',
  },
  MjModeClearEnabled: { name: 'Remove mode flags', hint: 'Removes --fast, --relax and --turbo from prompts' },
  MjActionCheckSuccessEnabled: {
    name: 'Require success before follow-ups',
    hint: 'Upscaling and other follow-ups only work on tasks that succeeded',
  },
  ManagementRateLimitCount: {
    name: 'Management calls in 3 minutes',
    hint: 'For each user; calls with access tokens are counted apart from the console',
  },
  SecretCheckLimitCount: {
    name: 'Secret checks in 10 minutes',
    hint: 'For each administrator; tollgate plan compares up to 100 secrets with each check',
  },
  TokensPerUserMax: { name: 'API tokens per account', hint: 'Existing tokens stay when you lower it' },
  CheckSensitiveEnabled: { name: 'Sensitive-word filter', hint: 'Master switch' },
  CheckSensitiveOnPromptEnabled: {
    name: 'Check prompts',
    hint: 'A request that contains a listed word is refused and not charged',
  },
  SensitiveWords: { name: 'Sensitive words', hint: 'One per line' },
  LogConsumeEnabled: {
    name: 'Log consumption',
    hint: 'When off, no usage rows are written; calls are still charged',
  },
  LogChatContentEnabled: {
    name: 'Log chat content',
    hint: "Stores prompts and answers in the log. Consider your users' privacy",
  },
  LogRetentionDays: {
    name: 'Keep usage logs for (days)',
    hint: 'Older rows are deleted; 0 keeps them for ever. Balances and charges are not affected',
  },
  AuditKeepDays: {
    name: 'Keep the audit trail for (days)',
    hint: 'Older changes are deleted; 0 keeps them for ever',
  },
  LogErrorEnabled: { name: 'Log errors', hint: 'Failed calls are logged too' },
  DataExportEnabled: { name: 'Data dashboard', hint: 'Shows the dashboard in the menu' },
  DataExportInterval: {
    name: 'Refresh interval',
    hint: 'How often an open dashboard reads its figures again; short intervals add database load',
  },
  DataExportDefaultTime: { name: 'Default granularity', hint: 'The granularity the dashboard opens with' },
  ChannelDisableThreshold: {
    name: 'Maximum response time',
    hint: 'When all channels are tested, slower ones are disabled; 0 means no limit',
  },
  QuotaRemindThreshold: {
    name: 'Low-balance threshold',
    hint: 'Users without a threshold of their own are notified when their balance falls below this',
  },
  AutomaticDisableChannelEnabled: {
    name: 'Disable failing channels',
    hint: 'Invalid keys, empty accounts and similar failures disable a channel',
  },
  AutomaticEnableChannelEnabled: {
    name: 'Enable recovered channels',
    hint: 'A successful test re-enables channels that were auto-disabled',
  },
  AutomaticDisableKeywords: {
    name: 'Disable keywords',
    hint: 'One per line. An upstream error that contains one disables the channel',
  },
  CheckInEnabled: { name: 'Daily check-in', hint: 'Users can collect quota once a day' },
  CheckInQuota: {
    name: 'Check-in reward',
    hint: 'Quota for each check-in; the minimum if a maximum is set',
  },
  CheckInMaxQuota: {
    name: 'Maximum reward',
    hint: 'Optional. If it is above the reward, each check-in gives a random amount between the two',
  },
  CheckInTimeZone: {
    name: 'Time zone',
    hint: 'Check-in days and the periods of token budgets begin at midnight in this time zone; UTC or Asia/Shanghai',
  },
  QuotaForNewUser: { name: 'Quota for new users', hint: 'Given at sign-up' },
  PreConsumedQuota: {
    name: 'Quota held in advance',
    hint: 'Output tokens that the balance must cover before a call without an output limit begins',
  },
  QuotaForInviter: { name: 'Reward for the inviter', hint: 'For each new user they invite' },
  QuotaForInvitee: { name: 'Reward for the invitee', hint: 'Extra quota for signing up with an invitation' },
  AffEnabled: {
    name: 'Invitations',
    hint: 'When off, the invitation card is hidden and no rewards are given',
  },
  RebateEnabled: { name: 'Rebate on top-ups', hint: 'The inviter gets a share when invited users top up' },
  RebatePercentage: { name: 'Rebate percentage', hint: 'Share of the quota topped up' },
  GroupRatio: {
    name: 'Group ratios',
    hint: 'Maps group names to ratios, such as {"vip": 0.8}. Prices are multiplied by the ratio',
  },
  UserUsableGroups: {
    name: 'Usable groups',
    hint: 'Maps group names to descriptions. Every user can choose these groups for tokens',
  },
  GroupGroupRatio: {
    name: 'Ratios between groups',
    hint: 'Maps user group to used group to ratio, such as {"vip": {"default": 0.9}}. Replaces the group ratio',
  },
  LongPromptRatio: {
    name: 'Long prompt ratios',
    hint: 'Maps model names to what prompts above a number of tokens cost, such as {"gpt-5.4": {"above": 272000, "input": 2, "output": 1.5}}. Models that are not listed cost no more',
  },
  fallback_pricing_enabled: {
    name: 'Fallback pricing',
    hint: 'Models without a price are charged the fallback price',
  },
  fallback_single_price: { name: 'Single price', hint: 'Dollars per call. Cannot be combined with ratios' },
  fallback_input_ratio: {
    name: 'Input ratio',
    hint: '1 means 2 dollars per million input tokens. Requires the completion ratio too',
  },
  fallback_completion_ratio: {
    name: 'Completion ratio',
    hint: 'Output price divided by input price. Requires the input ratio too',
  },
  Chats: {
    name: 'Chat links',
    hint: 'List of names and links. {address} and {key} are replaced with this site and the token',
  },
  ModelRatio: {
    name: 'Model ratios',
    hint: 'Maps model names to ratios; 1 means 2 dollars per million input tokens',
  },
  ModelPrice: {
    name: 'Model prices',
    hint: 'Maps model names to dollars per call; takes precedence over the ratio',
  },
  CompletionRatio: {
    name: 'Completion ratios',
    hint: 'Maps model names to output price divided by input price',
  },
  CacheRatio: {
    name: 'Cache ratios',
    hint: 'Maps model names to the share of the input price that cached input costs',
  },
  ModelRequestRateLimitEnabled: { name: 'Model request rate limit', hint: 'Counted per user' },
  ModelRequestRateLimitDurationMinutes: { name: 'Period', hint: 'The length of one period' },
  ModelRequestRateLimitCount: {
    name: 'Requests per period',
    hint: 'Includes failed calls; 0 means no limit',
  },
  ModelRequestRateLimitSuccessCount: {
    name: 'Successful requests per period',
    hint: 'Counts successful calls only',
  },
  global_pass_through_request_enabled: {
    name: 'Pass requests through',
    hint: "The client's request body is sent upstream unchanged",
  },
  global_hide_upstream_error_enabled: {
    name: 'Hide upstream errors',
    hint: "Clients see a generic message; the administrators' log keeps the original",
  },
  global_block_browser_extension_enabled: {
    name: 'Block browser extensions',
    hint: 'Calls from browser extensions are refused with 403',
  },
  global_rate_limit_exempt_enabled: {
    name: 'Rate-limit exemption',
    hint: 'The exempt group is not rate-limited',
  },
  global_rate_limit_exempt_group: { name: 'Rate-limit exempt group', hint: 'Name of the exempt group' },
  global_safe_check_exempt_enabled: {
    name: 'Word-filter exemption',
    hint: 'The exempt group skips the sensitive-word filter',
  },
  global_safe_check_exempt_group: { name: 'Word-filter exempt group', hint: 'Name of the exempt group' },
  global_auto_retry_enabled: {
    name: 'Auto retry',
    hint: 'Failed calls are retried as set below, instead of as in the general settings',
  },
  global_auto_retry_count: { name: 'Retries', hint: 'Attempts after the first one' },
  global_auto_retry_force_channel_switch: {
    name: 'Always switch channels',
    hint: 'Every retry goes to another channel',
  },
  global_auto_retry_status_codes: {
    name: 'Status codes to retry',
    hint: 'Comma-separated codes and classes, such as 5xx,429. 400, 413 and 422 only when listed individually',
  },
  general_setting_ping_interval_enabled: {
    name: 'Keep-alive',
    hint: 'Comment lines keep streams open while the upstream is silent',
  },
  general_setting_ping_interval_seconds: {
    name: 'Keep-alive interval',
    hint: 'Time between two comment lines',
  },
  general_setting_drain_seconds: {
    name: 'Reading on after a client leaves',
    hint: 'So that streams whose usage comes last are charged in full; 0 ends them at once',
  },
  general_setting_channel_affinity_enabled: {
    name: 'Conversations stay on their channel',
    hint: 'So that the prompt cache of the provider is used; weights then share out conversations instead of requests',
  },
  general_setting_response_keep_days: {
    name: 'Keep responses and conversations (days)',
    hint: 'For conversations, background: true and, where the provider keeps none, previous_response_id; encrypted. 0 keeps none',
  },
  StreamCacheQueueLength: {
    name: 'Stream cache queue',
    hint: 'Stored for compatibility, but has no effect: streams are passed on as they arrive, without a queue',
  },
  gemini_safety_settings: {
    name: 'Safety settings',
    hint: 'Maps categories to thresholds; used when the client sends none',
  },
  gemini_version_settings: {
    name: 'Version settings',
    hint: 'Maps models to API versions; default applies to all others',
  },
  gemini_supported_imagine_models: {
    name: 'Image models',
    hint: 'These models may answer with text and images',
  },
  gemini_models_supported_thinking_budget: {
    name: 'Models with a thinking budget',
    hint: 'Only these models are sent a thinking budget',
  },
  gemini_thinking_adapter_enabled: {
    name: 'Thinking suffixes',
    hint: 'Enables the -thinking and -nothinking model-name suffixes',
  },
  gemini_thinking_adapter_budget_tokens_percentage: {
    name: 'Thinking budget share',
    hint: 'As a share of the output limit',
  },
  claude_model_headers_settings: {
    name: 'Headers',
    hint: 'Maps model to header to values, such as {"claude-sonnet-4-5": {"anthropic-beta": ["..."]}}',
  },
  claude_default_max_tokens: {
    name: 'Default max tokens',
    hint: 'Maps models to max_tokens; used when the client sends none. With the built-in 8192, models get their own maximum if it is known',
  },
  claude_cache_marks_enabled: {
    name: 'Prompt caching for other clients',
    hint: 'Marks tools and system prompt for clients whose format cannot ask Claude to cache them. The first request pays 25% more for these tokens, later ones a tenth',
  },
  claude_thinking_adapter_enabled: {
    name: 'Thinking suffix',
    hint: 'Enables the -thinking model-name suffix',
  },
  claude_thinking_adapter_budget_tokens_percentage: {
    name: 'Thinking budget share',
    hint: 'As a share of the output limit',
  },
  ServerAddress: {
    name: 'Server address',
    hint: 'Public address of this site, used in emails, invitations and payment notifications',
  },
  ReverseProxyEnabled: {
    name: 'Behind a reverse proxy',
    hint: 'The client address is read from the header set by trusted proxies',
  },
  ReverseProxyProvider: {
    name: 'Provider',
    hint: 'nginx: X-Forwarded-For, or X-Real-IP if the proxy does not send it; cloudflare: CF-Connecting-IP',
  },
  ChannelAddressRanges: {
    name: 'Allowed channel addresses',
    hint: 'Link-local and metadata addresses or ranges, comma-separated, that channels may use',
  },
  WorkerUrl: {
    name: 'Worker address',
    hint: 'Webhooks are sent and linked pictures are downloaded through it; if empty, directly',
  },
  WorkerValidKey: { name: 'Worker key', hint: 'Sent to the worker' },
  PayAddress: { name: 'Pay address', hint: 'Address of the payment gateway' },
  EpayId: { name: 'Merchant ID', hint: 'From the payment gateway' },
  EpayKey: { name: 'Merchant key', hint: 'Signs payments' },
  CustomCallbackAddress: {
    name: 'Callback address',
    hint: 'Where payment notifications arrive; if empty, the server address is used',
  },
  Price: { name: 'Price per dollar', hint: 'Amount charged for each dollar of quota' },
  MinTopUp: { name: 'Minimum top-up', hint: 'In dollars' },
  StripeSecretKey: { name: 'Stripe secret key', hint: 'Starts with sk_ or rk_' },
  StripeWebhookSecret: {
    name: 'Stripe signing secret',
    hint: 'Of the webhook endpoint {server address}/api/user/stripe/notify; starts with whsec_',
  },
  StripeCurrency: { name: 'Stripe currency', hint: 'Three letters, such as USD' },
  StripePrice: {
    name: 'Stripe price per dollar',
    hint: 'Amount charged for each dollar of quota, in that currency',
  },
  TopupGroupRatio: { name: 'Top-up group ratios', hint: 'Maps user groups to price factors' },
  PasskeyLoginEnabled: {
    name: 'Passkey login',
    hint: 'When off, users cannot sign in with a passkey alone; they can still register them',
  },
  PasswordLoginEnabled: { name: 'Password login', hint: 'When off, only third-party login is available' },
  SecondFactorRequired: {
    name: 'Demand a second step at sign-in',
    hint: 'These users must set one up before they can use the console; API tokens and access tokens go on',
  },
  PasswordRegisterEnabled: {
    name: 'Password sign-up',
    hint: 'When off, users can only sign up through a provider',
  },
  EmailVerificationEnabled: {
    name: 'Email verification',
    hint: 'Sign-up requires an email address and the code sent to it',
  },
  RegisterEnabled: { name: 'Sign-up', hint: 'When off, no new accounts can be created in any way' },
  EmailDomainRestrictionEnabled: {
    name: 'Domain whitelist',
    hint: 'Only addresses on listed domains can sign up and receive codes',
  },
  EmailAliasRestrictionEnabled: {
    name: 'No aliases',
    hint: 'Addresses with a plus sign or dot before the @ are refused',
  },
  EmailDomainWhitelist: { name: 'Whitelist', hint: 'Allowed domains' },
  SMTPServer: { name: 'SMTP server', hint: 'Host of the mail server' },
  SMTPPort: { name: 'SMTP port', hint: 'Usually 587 or 465' },
  SMTPAccount: { name: 'SMTP account', hint: 'Username for the mail server' },
  SMTPFrom: { name: 'From', hint: 'If empty, the SMTP account is used' },
  SMTPToken: { name: 'SMTP password', hint: 'Password for the mail server' },
  SMTPSSLEnabled: { name: 'SSL', hint: 'Encrypts the connection from the start' },
  oidc_enabled: { name: 'OIDC login', hint: 'Requires a client ID, secret and endpoints' },
  oidc_client_id: { name: 'OIDC client ID', hint: 'From the identity provider' },
  oidc_client_secret: { name: 'OIDC client secret', hint: 'From the identity provider' },
  oidc_well_known: {
    name: 'Well-known URL',
    hint: 'Starts with http:// or https://; the endpoints below are read from it',
  },
  oidc_authorization_endpoint: { name: 'Authorization endpoint', hint: 'Where the browser goes to sign in' },
  oidc_token_endpoint: { name: 'Token endpoint', hint: 'Where the code is exchanged for a token' },
  oidc_user_info_endpoint: { name: 'User info endpoint', hint: 'Where the identity is read from' },
  GitHubOAuthEnabled: { name: 'GitHub login', hint: 'Requires a client ID and secret' },
  GitHubClientId: { name: 'GitHub client ID', hint: 'From the GitHub OAuth app' },
  GitHubClientSecret: { name: 'GitHub client secret', hint: 'From the GitHub OAuth app' },
  LinuxDOOAuthEnabled: { name: 'Linux DO login', hint: 'Requires a client ID and secret' },
  LinuxDOClientId: { name: 'Linux DO client ID', hint: 'From the Linux DO app' },
  LinuxDOClientSecret: { name: 'Linux DO client secret', hint: 'From the Linux DO app' },
  LinuxDOMinimumTrustLevel: { name: 'Minimum trust level', hint: 'Accounts below it cannot sign in' },
  WeChatAuthEnabled: { name: 'WeChat login', hint: 'Requires the WeChat server address' },
  WeChatServerAddress: { name: 'WeChat server address', hint: 'Where WeChat codes are checked' },
  WeChatServerToken: { name: 'WeChat server token', hint: 'Credential for the WeChat server' },
  WeChatAccountQRCodeImageURL: {
    name: 'QR code image',
    hint: 'Address of the QR code image of the official account',
  },
  TelegramOAuthEnabled: { name: 'Telegram login', hint: 'Requires the bot token' },
  TelegramBotToken: { name: 'Telegram bot token', hint: 'From BotFather' },
  TelegramBotName: { name: 'Telegram bot name', hint: 'For the login widget' },
  TurnstileCheckEnabled: {
    name: 'Turnstile human check',
    hint: 'For login, sign-up, email codes and password reset. Requires both keys',
  },
  TurnstileSiteKey: { name: 'Turnstile site key', hint: 'The public key' },
  TurnstileSecretKey: { name: 'Turnstile secret key', hint: 'For verification on the server' },
  Notice: { name: 'Notice', hint: 'Shown to visitors on the home page; Markdown or HTML' },
  SystemName: { name: 'System name', hint: 'Used in titles, the top bar and emails; Tollgate if empty' },
  Logo: { name: 'Logo', hint: 'Address of an image; if empty, the built-in logo is used' },
  HomePageContent: { name: 'Home page', hint: 'Markdown or HTML; a link is shown in a frame' },
  About: { name: 'About page', hint: 'Markdown or HTML; a link is shown in a frame' },
  Footer: { name: 'Footer', hint: 'HTML; if empty, the built-in footer is shown' },
  custom_head_html: { name: 'Custom head HTML', hint: 'Added to the head of public pages' },
  global_css: { name: 'Global CSS', hint: 'Applies to every page' },
  global_js: { name: 'Global JavaScript', hint: 'Runs on public pages only' },
}

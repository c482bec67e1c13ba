import { describe, expect, test } from 'vitest'
import { commandIndex } from '../../src/cli/command-index.ts'
import { readCommandLine } from '../../src/cli/command-line.ts'
import { loadPhrases } from '../../src/cli/phrases/phrases.ts'

const phrase = await loadPhrases('en')

async function read(line: string) {
  const found = await readCommandLine(line === '' ? [] : line.split(' '), commandIndex, phrase)
  if (found.kind === 'help') throw new Error(`help instead of a command: ${line}`)
  const given = Object.entries(found.values).filter(
    ([key, value]) => value !== undefined && !(key === 'input' && value === true),
  )
  return [found.command.path, Object.fromEntries(given)]
}

/** Command lines, the commands that they run, and the values that those get. */
const lines: readonly (readonly [line: string, path: string, values: Readonly<Record<string, unknown>>])[] = [
  ['serve --host 0.0.0.0 --port 0 --data /tmp/d', 'serve', { host: '0.0.0.0', port: 0, data: '/tmp/d' }],
  [
    'setup --username root --mode self --password-env PW --yes',
    'setup',
    { username: 'root', mode: 'self', secretEnv: 'PW', yes: true },
  ],
  ['setup --username root --password-stdin', 'setup', { username: 'root', secretStdin: true }],
  ['status --wait 1m30s', 'status', { wait: 90 }],
  ['version --json', 'version', { isJson: true }],
  [
    'login https://gw.example.com --username a --password-file p',
    'login',
    { url: 'https://gw.example.com', username: 'a', secretFile: 'p', isListening: true },
  ],
  ['login --username a --code 492039', 'login', { username: 'a', code: '492039', isListening: true }],
  ['login --browser --no-listen', 'login', { browser: true, isListening: false }],
  ['login --with-token --context prod', 'login', { withToken: true, context: 'prod', isListening: true }],
  ['logout --context prod', 'logout', { context: 'prod' }],
  ['whoami -o yaml', 'whoami', { output: 'yaml' }],
  [
    'task list --every --platform suno --status SUCCESS --channel c',
    'task list',
    { every: true, platform: 'suno', status: 'SUCCESS', channel: 'c' },
  ],
  ['task show 5f0c --every', 'task show', { task: '5f0c', every: true }],
  ['task watch 5f0c --wait 10m', 'task watch', { task: '5f0c', wait: 600 }],
  ['order list --every --state paid', 'order list', { every: true, state: 'paid' }],
  ['order show 3f0c', 'order show', { order: '3f0c' }],
  [
    'order refund 3f0c --money 10.00 --yes',
    'order refund',
    { order: '3f0c', money: '10.00', isConfirmed: true },
  ],
  ['session list --json', 'session list', { isJson: true }],
  ['session end 5f1d2c9a0b7e4d38', 'session end', { session: '5f1d2c9a0b7e4d38' }],
  ['session end --all', 'session end', { every: true }],
  ['context list -q', 'context list', { isQuiet: true }],
  ['context use prod', 'context use', { name: 'prod' }],
  ['context rm prod --if-exists', 'context rm', { name: 'prod', ifExists: true }],
  [
    'channel list --type deepseek --status auto-disabled --limit 5',
    'channel list',
    { type: 'deepseek', status: 'auto-disabled', limit: '5' },
  ],
  [
    'channel list --all --search a --model m --group g',
    'channel list',
    { all: true, search: 'a', model: 'm', group: 'g' },
  ],
  ['channel get 3', 'channel get', { channel: '3' }],
  [
    'channel create --type openai --name a --models x,y --groups default,vip --key-env K --base-url http://u --priority -3 --weight 4 --auto-ban no',
    'channel create',
    {
      type: 'openai',
      name: 'a',
      models: 'x,y',
      groups: 'default,vip',
      secretEnv: 'K',
      baseUrl: 'http://u',
      priority: -3,
      weight: 4,
      autoBan: 'no',
    },
  ],
  [
    'channel ensure --type openai --name a --tag t --prefix p --test-model m --model-mapping {} --status-code-mapping {} --param-override {} --setting {} --system-prompt s --other o --organization org --max-input-tokens 9 --dry-run',
    'channel ensure',
    {
      type: 'openai',
      name: 'a',
      tag: 't',
      prefix: 'p',
      testModel: 'm',
      modelMapping: '{}',
      statusCodeMapping: '{}',
      paramOverride: '{}',
      setting: '{}',
      systemPrompt: 's',
      other: 'o',
      organization: 'org',
      maxInputTokens: 9,
      dryRun: true,
    },
  ],
  ['channel enable a', 'channel enable', { channel: 'a' }],
  ['channel disable a --idempotency-key k', 'channel disable', { channel: 'a', idempotencyKey: 'k' }],
  [
    'channel delete a --if-exists --yes --dry-run',
    'channel delete',
    { channels: ['a'], ifExists: true, isConfirmed: true, dryRun: true },
  ],
  ['channel test a --model m --timeout 5s', 'channel test', { channel: 'a', model: 'm', timeout: '5s' }],
  ['channel test --all', 'channel test', { everyChannel: true }],
  ['channel why a --model m --group g', 'channel why', { channel: 'a', model: 'm', group: 'g' }],
  ['channel models a --save', 'channel models', { channel: 'a', save: true }],
  [
    'channel edit a --name b --priority 3 --key-env K',
    'channel edit',
    { channel: 'a', name: 'b', priority: 3, secretEnv: 'K' },
  ],
  ['channel delete-disabled --dry-run', 'channel delete-disabled', { dryRun: true }],
  ['channel tag', 'channel tag', {}],
  ['channel tag t a b', 'channel tag', { tag: 't', channels: ['a', 'b'] }],
  ['channel tag t --disable --rename u', 'channel tag', { tag: 't', disable: true, rename: 'u' }],
  ['channel tag --clear a,b', 'channel tag', { clear: ['a', 'b'] }],
  ['channel balance --all', 'channel balance', { everyChannel: true }],
  ['channel types --json', 'channel types', { isJson: true }],
  ['token list --search ci', 'token list', { search: 'ci' }],
  ['token get ci --show-key', 'token get', { token: 'ci', showKey: true }],
  [
    'token create --name ci -n 3 --quota 5usd --expires never --models a,b --group vip --allow-ips 10.0.0.0/8 --rate-limit 100/m --tokens-per-minute 20000 --budget 5usd/day -q',
    'token create',
    {
      name: 'ci',
      count: 3,
      quota: { unit: 'usd', text: '5' },
      expires: -1,
      models: 'a,b',
      group: 'vip',
      allowIps: '10.0.0.0/8',
      rateLimit: { count: 100, periodSeconds: 60 },
      tokensPerMinute: 20_000,
      budget: { amount: { unit: 'usd', text: '5' }, period: 'day' },
      isQuiet: true,
    },
  ],
  [
    'token ensure --name ci --unlimited --rate-limit off',
    'token ensure',
    { name: 'ci', unlimited: true, rateLimit: 'off' },
  ],
  ['token enable 7', 'token enable', { token: '7' }],
  ['token disable 7', 'token disable', { token: '7' }],
  ['token delete 7 ci -y', 'token delete', { tokens: ['7', 'ci'], isConfirmed: true }],
  ['token edit ci --name b --unlimited', 'token edit', { token: 'ci', name: 'b', unlimited: true }],
  [
    'token rotate ci --overlap 24h --yes',
    'token rotate',
    { token: 'ci', overlap: 86_400, isConfirmed: true },
  ],
  ['token end-overlap ci -y', 'token end-overlap', { token: 'ci', isConfirmed: true }],
  ['code list --all -o csv', 'code list', { all: true, output: 'csv' }],
  ['code get 3', 'code get', { code: '3' }],
  [
    'code create --name w --quota 100 -n 2 --gift --max-uses -1 --from 2026-12-01T00:00:00Z --until never --key-stdin',
    'code create',
    {
      name: 'w',
      quota: { unit: 'quota', text: '100' },
      count: 2,
      gift: true,
      maxUses: -1,
      from: 1_796_083_200,
      until: -1,
      secretStdin: true,
    },
  ],
  ['code disable 3 4', 'code disable', { codes: ['3', '4'] }],
  ['code delete 3 --yes', 'code delete', { codes: ['3'], isConfirmed: true }],
  [
    'code edit 3 --quota 5usd --valid-until never',
    'code edit',
    { code: '3', quota: { unit: 'usd', text: '5' }, validUntil: -1 },
  ],
  ['code stats --name a', 'code stats', { name: 'a' }],
  ['code delete-disabled --yes', 'code delete-disabled', { isConfirmed: true }],
  ['code delete-by-name a --dry-run', 'code delete-by-name', { name: 'a', dryRun: true }],
  ['redeem abc', 'redeem', { code: 'abc' }],
  ['checkin', 'checkin', {}],
  ['checkin --if-due --status', 'checkin', { ifDue: true, status: true }],
  ['inbox 7', 'inbox', { message: 7 }],
  ['inbox --unread --limit 5', 'inbox', { unread: true, limit: '5' }],
  ['message list --search a', 'message list', { search: 'a' }],
  ['message get 7', 'message get', { message: '7' }],
  [
    'message create --title a --content b --html --to alice,bob --dry-run',
    'message create',
    { title: 'a', content: 'b', html: true, to: 'alice,bob', dryRun: true },
  ],
  [
    'message create --title a --content-file f --to-all',
    'message create',
    { title: 'a', contentFile: 'f', toAll: true },
  ],
  ['message edit 7 --title b --content c', 'message edit', { message: '7', title: 'b', content: 'c' }],
  [
    'message delete 7 8 --if-exists --yes',
    'message delete',
    { messages: ['7', '8'], ifExists: true, isConfirmed: true },
  ],
  ['invite', 'invite', {}],
  ['invite --transfer 5usd', 'invite', { transfer: { unit: 'usd', text: '5' } }],
  ['user list --group vip', 'user list', { group: 'vip' }],
  ['user get alice', 'user get', { user: 'alice' }],
  [
    'user create --username a --display-name A --group g --password-env P',
    'user create',
    { username: 'a', displayName: 'A', group: 'g', secretEnv: 'P' },
  ],
  ['user enable a', 'user enable', { user: 'a' }],
  ['user edit a --group vip --password-env P', 'user edit', { user: 'a', group: 'vip', secretEnv: 'P' }],
  ['user promote a', 'user promote', { user: 'a' }],
  ['user demote a --yes', 'user demote', { user: 'a', isConfirmed: true }],
  ['user delete a b --if-exists', 'user delete', { users: ['a', 'b'], ifExists: true }],
  ['wallet --json', 'wallet', { isJson: true }],
  ['user disable a --yes', 'user disable', { user: 'a', isConfirmed: true }],
  [
    'user credit a --note n --yes -- -1.5usd',
    'user credit',
    { user: 'a', amount: { unit: 'usd', text: '-1.5' }, note: 'n', isConfirmed: true },
  ],
  ['option list --search r', 'option list', { search: 'r' }],
  ['option get RetryTimes', 'option get', { key: 'RetryTimes' }],
  ['option set RetryTimes 3', 'option set', { key: 'RetryTimes', text: '3' }],
  ['option set SMTPToken --value-env V', 'option set', { key: 'SMTPToken', secretEnv: 'V' }],
  ['option list --changed', 'option list', { changed: true }],
  ['option unset RetryTimes --dry-run', 'option unset', { key: 'RetryTimes', dryRun: true }],
  ['price list --model gpt', 'price list', { model: 'gpt' }],
  ['price get gpt-4o', 'price get', { model: 'gpt-4o' }],
  [
    'price set m --ratio 1.250 --completion 4 --cache-read 0.1',
    'price set',
    { model: 'm', ratio: '1.25', completion: '4', cacheRead: '0.1' },
  ],
  ['price set m --per-call 0.04 --dry-run', 'price set', { model: 'm', perCall: '0.04', dryRun: true }],
  ['price delete m --if-exists --yes', 'price delete', { model: 'm', ifExists: true, isConfirmed: true }],
  ['price reset m', 'price reset', { model: 'm' }],
  [
    'price update new.json --replace-own --dry-run --yes',
    'price update',
    { file: 'new.json', replaceOwn: true, dryRun: true, isConfirmed: true },
  ],
  ['group list', 'group list', {}],
  ['group list --every', 'group list', { every: true }],
  ['group get vip', 'group get', { group: 'vip' }],
  ['group set vip --ratio 0.8 --hidden', 'group set', { group: 'vip', ratio: '0.8', hidden: true }],
  ['group delete vip --force', 'group delete', { group: 'vip', force: true }],
  [
    'logs --model m --user u --channel c --token-name t --group g --type error --since 2026-12-01T00:00:00Z --until 1796083201 --request r --limit 5',
    'logs',
    {
      model: 'm',
      user: 'u',
      channel: 'c',
      token: 't',
      group: 'g',
      type: 'error',
      since: 1_796_083_200,
      until: 1_796_083_201,
      request: 'r',
      limit: '5',
    },
  ],
  [
    'chat gpt-4o -m hello --system s --token ci --token-key-env K',
    'chat',
    { model: 'gpt-4o', message: 'hello', system: 's', tokenName: 'ci', secretEnv: 'K' },
  ],
  ['logs --self', 'logs', { isOwn: true }],
  [
    'log archive --before 2026-12-01T00:00:00Z --to old.jsonl.gz',
    'log archive',
    { before: 1_796_083_200, to: 'old.jsonl.gz' },
  ],
  ['explain req_1 --json', 'explain', { request: 'req_1', isJson: true }],
  ['completion zsh', 'completion', { shell: 'zsh' }],
  ['complete -- token get --json c', 'complete', { words: ['token', 'get', '--json', 'c'] }],
  ['explain --model m --group g', 'explain', { model: 'm', group: 'g' }],
  ['top --by token --filter ci --once', 'top', { by: 'token', filter: 'ci', isOnce: true }],
  ['schema token list', 'schema', { command: ['token', 'list'] }],
  ['audit --since 12', 'audit', { since: 12 }],
  ['audit --offline --data d', 'audit', { offline: true, data: 'd' }],
  [
    'trail --by root --kind option --target RetryTimes',
    'trail',
    { by: 'root', kind: 'option', target: 'RetryTimes' },
  ],
  ['connect claude --token a --model m', 'connect claude', { token: 'a', model: 'm' }],
  ['connect codex --token-key-env K --env-key V', 'connect codex', { secretEnv: 'K', envKey: 'V' }],
  ['connect env --undo --file f', 'connect env', { undo: true, file: 'f' }],
  ['doctor --call m', 'doctor', { call: 'm' }],
  ['context add p --url u --token-stdin', 'context add', { name: 'p', url: 'u', secretStdin: true }],
  ['db status --data d --json', 'db status', { data: 'd', isJson: true }],
  ['db migrate --dry-run', 'db migrate', { onlyPlan: true }],
  ['db move --data d --no-audit', 'db move', { data: 'd', audit: false }],
  [
    'user reset-password r --offline --data d',
    'user reset-password',
    { username: 'r', offline: true, data: 'd' },
  ],
  ['user reset-2fa r --offline --data d', 'user reset-2fa', { username: 'r', offline: true, data: 'd' }],
  ['backup create f --with-key --force', 'backup create', { file: 'f', withKey: true, force: true }],
  ['backup restore f --no-audit', 'backup restore', { file: 'f', audit: false }],
  [
    'api POST /api/x --data {"a":1} --curl',
    'api',
    { method: 'POST', path: '/api/x', data: '{"a":1}', isCurl: true },
  ],
  // Shared flags may also come before the command, with their values.
  [
    '--context prod --json --output=json channel list',
    'channel list',
    { context: 'prod', isJson: true, output: 'json' },
  ],
  ['--url http://u:1 -q token list', 'token list', { url: 'http://u:1', isQuiet: true }],
  [
    '-q user credit a --yes -- -5',
    'user credit',
    { user: 'a', amount: { unit: 'quota', text: '-5' }, isConfirmed: true, isQuiet: true },
  ],
  ['token list --no-input', 'token list', { input: false }],
  ['validate -f a b --offline --no-secrets', 'validate', { file: ['a', 'b'], offline: true, secrets: false }],
  [
    'plan -f infra --out p.json --detailed-exitcode --prune',
    'plan',
    { file: ['infra'], out: 'p.json', detailedExitcode: true, prune: true },
  ],
  ['diff -f - --take-over', 'diff', { file: ['-'], takeOver: true }],
  [
    'apply -f infra --yes --keys-out k --dry-run',
    'apply',
    { file: ['infra'], isConfirmed: true, keysOut: 'k', dryRun: true },
  ],
  ['apply plan.json -y', 'apply', { planFile: 'plan.json', isConfirmed: true }],
  ['export -o infra', 'export', { directory: 'infra' }],
  [
    'export channels tokens --output-dir infra --json --force --owner infra/prod',
    'export',
    { kinds: ['channels', 'tokens'], directory: 'infra', isJson: true, force: true, owner: 'infra/prod' },
  ],
  ['apply --plan plan.json', 'apply', { planFlag: 'plan.json' }],
]

describe('a command line becomes the values that its command gets', () => {
  test.each(lines)('%s', async (line, path, values) => {
    expect(await read(line)).toEqual([path, values])
  })

  test('for every command there is', () => {
    expect(
      commandIndex.map(({ path }) => path).filter((path) => !lines.some(([, each]) => each === path)),
    ).toEqual([])
  })
})

describe('a command line that makes no sense is refused before anything is sent', () => {
  test.each([
    ['', 'missing'],
    ['nonsense', 'unknown command "nonsense"'],
    ['channel', 'missing'],
    ['channel nonsense', 'unknown command "nonsense"'],
    ['channel get a b', 'too many arguments'],
    ['channel list --nonsense', 'unknown option --nonsense'],
    [
      'channel list --status gone',
      '--status does not accept "gone"; choose from enabled, disabled, auto-disabled',
    ],
    ['channel create --type t --name', '--name <name> needs a value'],
    [
      'channel create --type t --name n --priority 1.5',
      'invalid value "1.5" for --priority: must be a whole number within its limits',
    ],
    [
      'token create --name n --quota 5eur',
      '--quota needs an amount in quota units (250000) or dollars (5usd), not "5eur"',
    ],
    ['token create --name n -n 0', 'invalid value "0" for --count: must be a whole number within its limits'],
    ['token create --name n --expires soon', '--expires needs a time such as 2h'],
    ['token create --name n --rate-limit fast', '"fast" is not a rate limit'],
    ['serve --port 65536', 'invalid value "65536" for --port: must be a whole number within its limits'],
    ['completion csh', '<shell> does not accept "csh"; choose from bash, zsh, fish'],
    ['status --wait long', '--wait needs a duration such as 30s'],
  ])('%s', async (line, message) => {
    await expect(read(line)).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining(message) })
  })

  test('a misspelt command gets a suggestion', async () => {
    await expect(read('channel lst')).rejects.toMatchObject({
      options: { hint: 'Did you mean tollgate channel list?' },
    })
    await expect(read('chanel list')).rejects.toMatchObject({
      options: { hint: 'Did you mean tollgate channel?' },
    })
  })
})

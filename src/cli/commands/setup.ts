import { CliError } from '../cli-error.ts'
import { findSetupCode } from '../client/setup-code.ts'
import { signInByPassword } from '../client/sign-in.ts'
import { type CommandContext, defineCommand } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { isSecretGiven, requireSecret, secretOptions } from '../input/secret.ts'
import { numberOf, outcome } from '../output-schema.ts'

export const setup = defineCommand({
  path: 'setup',
  summary: {
    en: 'Sets up a new server and signs in; on a terminal, a guided setup',
    zh: '初始化新服务器并登录；在终端中提供分步引导',
  },
  examples: [
    'tollgate setup',
    'tollgate setup --username root --password-stdin --mode external --yes < password.txt',
    'tollgate setup --username me --password-file password.txt --mode self --yes',
  ],
  effect: 'write',
  isContextFree: true,
  options: {
    username: {
      flag: '--username <name>',
      help: {
        en: 'Username of the super administrator, 1 to 12 characters',
        zh: '超级管理员用户名，1 到 12 个字符',
      },
      required: true,
    },
    mode: {
      flag: '--mode <mode>',
      help: {
        en: 'external: sell to others, self: own use, demo: read-only for others (default: external)',
        zh: 'external 对外服务、self 自用、demo 演示（默认 external）',
      },
      choices: ['external', 'self', 'demo'],
    },
    ...secretOptions('password', true),
    code: {
      flag: '--code <code>',
      help: {
        en: 'The set-up code that the server printed when it started; needed from other machines',
        zh: '服务器启动时输出的初始化代码；从其他机器初始化时需要',
      },
    },
    data: {
      flag: '--data <directory>',
      help: {
        en: 'Data directory of the server, to read the set-up code from (TOLLGATE_DATA_DIR, default ./data)',
        zh: '服务器的数据目录，从中读取初始化代码（TOLLGATE_DATA_DIR，默认 ./data）',
      },
    },
    // With all answers given as flags, nothing is asked, but scripts written for the wizard still pass this flag.
    yes: { flag: '-y, --yes', help: { en: 'Do not prompt', zh: '不提示输入' } },
  },
  exits: [exitCodes.conflict],
  operations: ['postSetup'],
  output: outcome(['done'], {
    context: 'string',
    url: 'string',
    id: 'integer',
    username: 'string',
    role: numberOf('role'),
  }),
  timeoutMs: 120_000,
  run: async (values, context) => {
    const { api, phrase, say } = context
    const { username } = values
    const password = await requireSecret('password', values, context)
    const code = await requireFresh(values, context)
    await api.post('/api/setup', {
      body: { ...code, username, password, confirmPassword: password, usageMode: readMode(values.mode) },
    })
    const signedIn = await signInByPassword({ username, password }, context)
    say(phrase('say.setupDone', { username, context: signedIn.context }))
    say(phrase('hint.createChannel'))
    return { result: 'done', ...signedIn }
  },
  // With the account given as flags, or with --yes, nothing is asked.
  screen: (values) =>
    values.yes || (values.username !== undefined && isSecretGiven(values))
      ? undefined
      : Promise.resolve(async ({ username, mode, ...rest }, context) => {
          const state = await context.api.get('/api/setup', { isLookup: true })
          const isStarted = state.status && context.settings.token !== undefined
          const code = isStarted ? {} : await requireFresh(rest, context)
          const { walkThroughSetup } = await import('../ui/setup/setup-screen.tsx')
          const drafts = { username: username ?? '', mode: readMode(mode), ...code }
          if ((await walkThroughSetup({ ...drafts, isStarted }, context)) === 'complete')
            throw setupDone(context)
          return undefined
        }),
  details: { fields: ['url', 'username', 'context'] },
  quiet: ({ context }) => context,
})

const setupDone = ({ phrase, settings }: CommandContext): CliError =>
  new CliError('setup_done', exitCodes.conflict, phrase('error.setupDone'), {
    hint: phrase(settings.token === undefined ? 'hint.setupNext' : 'hint.setupGoOn'),
  })

const readMode = (mode: string | undefined): 'external' | 'self' | 'demo' =>
  mode === 'self' || mode === 'demo' ? mode : 'external'

/**
 * Checks that the server is not set up yet.
 * @returns the set-up code, if the server requires one from this address
 * @throws CliError `setup_done` with a hint what to do instead, `setup_code_required`
 */
async function requireFresh(
  given: { readonly code?: string | undefined; readonly data?: string | undefined },
  context: CommandContext,
): Promise<{ readonly code?: string }> {
  const { api } = context
  const { status: isDone, code_required: isAsked } = await api.get('/api/setup', { isLookup: true })
  if (!isDone) return isAsked ? { code: given.code ?? (await findSetupCode(given.data, context)) } : {}
  throw setupDone(context)
}

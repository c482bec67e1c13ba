import { CliError } from '../cli-error.ts'
import { defineCommand } from '../define-command.ts'
import {
  checkChannels,
  checkPrices,
  checkSignedIn,
  checkToken,
  findUsableToken,
} from '../doctor/account-checks.ts'
import { type CheckContext, type Finding, type Learnt, skipped } from '../doctor/finding.ts'
import { checkCall, checkModels } from '../doctor/gateway-checks.ts'
import { checkContextFile, checkEncryption, checkEnvironment, checkStart } from '../doctor/machine-checks.ts'
import { checkReachable, checkReady, checkSetup, checkVersion } from '../doctor/server-checks.ts'
import { exitCodes } from '../exit-codes.ts'
import { fields, listOf } from '../output-schema.ts'
import { readableKey } from './token/token-object.ts'

export const doctor = defineCommand({
  path: 'doctor',
  isProse: true,
  summary: {
    en: 'Checks this machine, the server and the account, and suggests fixes; exit 12 if there are problems',
    zh: '检查本机、服务器和账户，并给出修复建议；有问题时退出码为 12',
  },
  examples: ['tollgate doctor', 'tollgate doctor --call gpt-4o-mini', 'tollgate doctor --json'],
  options: {
    call: {
      flag: '--call <model>',
      help: {
        en: 'Send one short request with your API token; it is charged',
        zh: '用您的令牌发送一次简短请求（会计费）',
      },
    },
  },
  exits: [exitCodes.checkFailed],
  operations: [],
  output: fields({
    url: 'string',
    is_healthy: 'boolean',
    checks: listOf(
      fields({
        id: 'string',
        state: { enum: ['ok', 'warning', 'failed', 'skipped'] },
        message: 'string',
        fix: ['string', 'null'],
      }),
    ),
  }),
  run: async ({ call }, context) => {
    const { phrase, settings } = context
    const checks = (await examine(context, call)).map(({ id, state, message, fix }) => ({
      id,
      state,
      message: message[phrase.language],
      fix: fix?.[phrase.language] ?? null,
    }))
    return { url: settings.url.value, is_healthy: checks.every(({ state }) => state !== 'failed'), checks }
  },
  text: ({ checks, is_healthy: isHealthy }, { phrase }) => {
    const width = Math.max(...checks.map(({ id }) => id.length))
    const lines = checks.flatMap(({ id, state, message, fix }) => [
      `${marks[state]}  ${id.padEnd(width)}  ${message}`,
      ...(fix === null ? [] : [`   ${' '.repeat(width)}  -> ${fix}`]),
    ])
    return `${[...lines, '', phrase(isHealthy ? 'doctor.healthy' : 'doctor.ill')].join('\n')}\n`
  },
  quiet: ({ checks }) =>
    checks
      .filter(({ state }) => state === 'failed')
      .map(({ id }) => id)
      .join('\n'),
  exitCode: ({ is_healthy: isHealthy }) => (isHealthy ? exitCodes.done : exitCodes.checkFailed),
})

const marks = { ok: 'ok', warning: '! ', failed: 'X ', skipped: '- ' } as const

/** Runs the checks from the inside out, because each builds on the ones before it. */
async function examine(context: CheckContext, model: string | undefined): Promise<readonly Finding[]> {
  const machine = [
    await checkContextFile(context),
    checkEnvironment(context),
    checkStart(context),
    ...(await checkReachable(context)),
  ]
  if (machine.some(({ id, state }) => id === 'reachable' && state === 'failed')) return machine
  const learnt = await learn(context)
  const server = [
    await checkEncryption(context),
    checkVersion(learnt),
    await unlessRefused('ready', () => checkReady(context)),
    await unlessRefused('setup', () => checkSetup(context)),
  ]
  const found = [...machine, ...server, checkSignedIn(context, learnt)]
  if (learnt.self === undefined) return found
  let token: Awaited<ReturnType<typeof findUsableToken>>
  const account = [
    await unlessRefused('channels', () => checkChannels(context, learnt)),
    await unlessRefused('prices', () => checkPrices(context, learnt)),
    await unlessRefused('token', async () => {
      token = await findUsableToken(context)
      return checkToken(learnt, token)
    }),
  ]
  if (token === undefined) return [...found, ...account]
  const payer = token
  const key = () => readableKey(payer, context.phrase)
  const gateway = [
    await unlessRefused('models', () => checkModels(context, key())),
    ...(model === undefined ? [] : [await unlessRefused('call', () => checkCall(context, key(), model))]),
  ]
  return [...found, ...account, ...gateway]
}

/** Skips a check that is refused: an access token may lack a scope that the check needs. */
async function unlessRefused(id: string, check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    return skipped(id, error.message, error.message)
  }
}

async function learn({ api, settings }: CheckContext): Promise<Learnt> {
  const site = await api.get('/api/status', { isLookup: true })
  if (settings.token === undefined) return { site, self: undefined, refusal: undefined }
  try {
    return { site, self: await api.get('/api/user/self', { isLookup: true }), refusal: undefined }
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    return { site, self: undefined, refusal: error.message }
  }
}

import { CliError } from '../cli-error.ts'
import type { Api } from '../client/api.ts'
import { type CommandContext, defineCommand } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { durationOf } from '../input/parsers.ts'
import { fields } from '../output-schema.ts'

const pollMs = 250

export const status = defineCommand({
  path: 'status',
  summary: {
    en: 'Shows whether the server runs, is ready and is set up',
    zh: '显示服务是否运行、就绪和已初始化',
  },
  examples: [
    'tollgate status',
    'tollgate status --wait 30s',
    'tollgate status --url https://gateway.example.com --json',
  ],
  options: {
    wait: {
      flag: '--wait <duration>',
      help: { en: 'Wait this long for the server to be ready', zh: '等待服务就绪的最长时间' },
      parse: durationOf('--wait'),
    },
  },
  operations: ['getStatus', 'getSetup'],
  output: fields({
    url: 'string',
    is_ready: 'boolean',
    is_set_up: 'boolean',
    server_version: 'string',
    system_name: 'string',
    start_time: 'integer',
    database_type: 'string',
  }),
  run: async ({ wait }, context) => {
    const isReady = await waitUntilReady(wait, context)
    const { api, settings } = context
    const [site, setup] = await Promise.all([api.get('/api/status'), api.get('/api/setup')])
    return {
      url: settings.url.value,
      is_ready: isReady,
      is_set_up: setup.status,
      server_version: site.version,
      system_name: site.system_name,
      start_time: site.start_time,
      database_type: setup.database_type,
    }
  },
  details: {
    fields: [
      'url',
      'is_ready',
      'is_set_up',
      'server_version',
      'system_name',
      { key: 'start_time', value: ({ start_time: startTime }, { time }) => time(startTime) },
      'database_type',
    ],
  },
  exitCode: ({ is_ready: isReady }) => (isReady ? exitCodes.done : exitCodes.unavailable),
})

/** Asks `/readyz` until it says yes or the time is over. A server that cannot be reached is only waited for, too. */
async function waitUntilReady(
  waitSeconds: number | undefined,
  { api, now, say, settings, phrase }: CommandContext,
): Promise<boolean> {
  const end = now() + (waitSeconds ?? 0) * 1000
  for (let isFirst = true; ; isFirst = false) {
    const isReady = await askReady(api).catch((error: unknown) => {
      if (error instanceof CliError && error.exitCode === exitCodes.unavailable && now() < end) return false
      throw error
    })
    if (isReady || now() >= end) return isReady
    if (isFirst) say(phrase('say.waiting', { url: settings.url.value }))
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

const askReady = async (api: Api): Promise<boolean> =>
  (await api.raw({ method: 'GET', path: '/readyz', isLookup: true })).response.ok

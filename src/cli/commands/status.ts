import { waitUntilReady } from '../client/readiness.ts'
import { defineCommand } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { fields } from '../output-schema.ts'

export const status = defineCommand({
  path: 'status',
  summary: {
    en: 'Shows whether the server is running, ready and set up',
    zh: '显示服务是否运行、就绪和已初始化',
  },
  examples: [
    'tollgate status',
    'tollgate status --wait 30s',
    'tollgate status --url https://gateway.example.com --json',
  ],
  // Showing a server that is not ready is one of the purposes of this command.
  isReadinessIrrelevant: true,
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
    const isReady = await waitUntilReady(wait ?? 0, context)
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

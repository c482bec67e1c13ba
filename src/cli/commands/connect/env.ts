import { usageError } from '../../cli-error.ts'
import { envFile, takeBackEnvFile } from '../../client-settings/env-file.ts'
import { clientVariables, type Shell, setVariables, shells } from '../../client-settings/shells.ts'
import { defineCommand } from '../../define-command.ts'
import { either, fields } from '../../output-schema.ts'
import {
  connectExit,
  connectExits,
  connectOptions,
  connectOutput,
  readClientKey,
  writeConnection,
} from './connect-options.ts'

export const connectEnv = defineCommand({
  path: 'connect env',
  summary: {
    en: 'Prints the environment variables that OpenAI, Anthropic and Gemini clients read, or writes them to a file',
    zh: '输出 OpenAI、Anthropic、Gemini 客户端读取的环境变量，或写入文件',
  },
  examples: [
    'tollgate connect env --token ci > tollgate.sh',
    'tollgate connect env --token ci --shell fish > tollgate.fish',
    'tollgate connect env --create laptop --file ~/.profile',
  ],
  effect: 'write',
  hasDryRun: true,
  options: {
    ...connectOptions,
    shell: {
      flag: '--shell <shell>',
      help: { en: 'Shell syntax (default: sh)', zh: 'shell 语法（默认 sh）' },
      choices: shells,
    },
  },
  exits: connectExits,
  operations: [],
  output: either(connectOutput, fields({ script: 'string', conflicts: { type: 'array' } })),
  run: async (values, context) => {
    const { settings, phrase } = context
    const lines = (key: string): string[] =>
      setVariables((values.shell ?? 'sh') as Shell, clientVariables(settings.url.value, key))
    if (values.file !== undefined)
      return writeConnection(
        { client: 'env', path: values.file, takeBack: takeBackEnvFile },
        values,
        async () => {
          const key = await readClientKey(values, context)
          return { edit: envFile(lines(key)), key }
        },
        context,
      )
    if (values.undo)
      throw usageError(phrase('usage.needsFlag', { flag: '--undo', needed: '--file' }), { field: '--undo' })
    const key = await readClientKey(values, context)
    const script = lines(values.dryRun ? '***' : key)
    if (values.dryRun) context.say(phrase('say.dryRun'))
    return { script: `${script.join('\n')}\n`, conflicts: [] as string[] }
  },
  text: (report, { phrase }) =>
    'script' in report
      ? report.script
      : `${phrase(`connect.${phraseOf[report.result]}`, { path: report.path })}\n`,
  quiet: (report) => ('script' in report ? report.script.trimEnd() : report.path),
  exitCode: ({ conflicts }) => connectExit(conflicts),
})

/** Phrases for what was or would be done; `--dry-run` itself is reported separately. */
const phraseOf = {
  connected: 'connected',
  'would connect': 'connected',
  disconnected: 'disconnected',
  'would disconnect': 'disconnected',
  unchanged: 'unchanged',
} as const

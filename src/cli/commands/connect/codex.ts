import { join } from 'node:path'
import { homeOf } from '../../client/home.ts'
import { codexSettings, takeBackCodex } from '../../client-settings/codex-settings.ts'
import { defineCommand } from '../../define-command.ts'
import {
  connectExit,
  connectExits,
  connectOptions,
  connectOutput,
  readClientKey,
  writeConnection,
} from './connect-options.ts'

export const connectCodex = defineCommand({
  path: 'connect codex',
  summary: {
    en: 'Points Codex at this gateway (~/.codex/config.toml)',
    zh: '让 Codex 使用本网关（~/.codex/config.toml）',
  },
  examples: [
    'tollgate connect codex --create codex --model gpt-5.2-codex',
    'tollgate connect codex --token codex --env-key TOLLGATE_CODEX_KEY --dry-run',
    'tollgate connect codex --undo',
  ],
  effect: 'write',
  hasDryRun: true,
  options: {
    ...connectOptions,
    model: { flag: '--model <model>', help: { en: 'Model to use', zh: '使用的模型' } },
    envKey: {
      flag: '--env-key <variable>',
      help: {
        en: 'Let Codex read the key from this variable instead of writing it to the file',
        zh: '让 Codex 从该环境变量读取密钥，文件中不写入密钥',
      },
    },
  },
  exits: connectExits,
  operations: [],
  output: connectOutput,
  run: (values, context) => {
    const { io, settings } = context
    const home = io.env.CODEX_HOME || join(homeOf(io.env), '.codex')
    const path = values.file ?? join(home, 'config.toml')
    return writeConnection(
      { client: 'codex', path, takeBack: takeBackCodex },
      values,
      async () => {
        const key = await readClientKey(values, context)
        const edit = codexSettings({
          baseUrl: `${settings.url.value}/v1`,
          key: values.envKey === undefined ? { text: key } : { variable: values.envKey },
          model: values.model,
        })
        return { edit, key }
      },
      context,
    )
  },
  details: { fields: ['result', 'path', 'url', 'key'] },
  quiet: ({ path }) => path,
  exitCode: ({ conflicts }) => connectExit(conflicts),
})

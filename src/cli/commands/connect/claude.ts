import { join } from 'node:path'
import { homeOf } from '../../client/home.ts'
import { claudeSettings, takeBackClaude } from '../../client-settings/claude-settings.ts'
import { defineCommand } from '../../define-command.ts'
import {
  connectExit,
  connectExits,
  connectOptions,
  connectOutput,
  readClientKey,
  writeConnection,
} from './connect-options.ts'

export const connectClaude = defineCommand({
  path: 'connect claude',
  summary: {
    en: 'Points Claude Code at this gateway (~/.claude/settings.json)',
    zh: '让 Claude Code 使用本网关（~/.claude/settings.json）',
  },
  examples: [
    'tollgate connect claude --create claude-code',
    'tollgate connect claude --token claude-code --model claude-sonnet-4-5 --dry-run',
    'tollgate connect claude --undo',
  ],
  effect: 'write',
  hasDryRun: true,
  options: {
    ...connectOptions,
    model: { flag: '--model <model>', help: { en: 'Model to use', zh: '使用的模型' } },
  },
  exits: connectExits,
  operations: [],
  output: connectOutput,
  run: (values, context) => {
    const { io, settings } = context
    const home = io.env.CLAUDE_CONFIG_DIR || join(homeOf(io.env), '.claude')
    const path = values.file ?? join(home, 'settings.json')
    return writeConnection(
      { client: 'claude', path, takeBack: takeBackClaude },
      values,
      async () => {
        const key = await readClientKey(values, context)
        const edit = claudeSettings({
          ANTHROPIC_BASE_URL: settings.url.value,
          ANTHROPIC_AUTH_TOKEN: key,
          ...(values.model === undefined ? {} : { ANTHROPIC_MODEL: values.model }),
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

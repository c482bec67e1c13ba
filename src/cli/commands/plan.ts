import { writeFile } from 'node:fs/promises'
import { usageError } from '../cli-error.ts'
import { defineCommand } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { writeReason } from '../file-reason.ts'
import { drawPlan } from '../manifest/draw-plan.ts'
import { makePlan, planOperations, planOptions } from '../manifest/make-plan.ts'
import { markdownPlan } from '../manifest/markdown-plan.ts'
import { fileOptions } from '../manifest/open-manifest.ts'
import { pacedApi } from '../manifest/paced-api.ts'
import { planSchema } from '../manifest/plan-document.ts'
import { tellIn } from '../manifest/texts.ts'
import { fields } from '../output-schema.ts'
import type { Phrase } from '../phrases/phrases.ts'

/** Plans requested with `--format markdown`, because the format is not part of the plan itself. */
const inMarkdown = new WeakSet<object>()

export const plan = defineCommand({
  path: 'plan',
  isProse: true,
  summary: {
    en: 'Shows what apply would change, without changing anything',
    zh: '显示 apply 将要进行的更改，不实际执行',
  },
  examples: [
    'tollgate plan -f infra/',
    'tollgate plan -f infra/ --detailed-exitcode --format markdown',
    'tollgate plan -f infra/ --out plan.json && tollgate apply plan.json --yes',
  ],
  timeoutMs: 120_000,
  isRaw: true,
  options: {
    ...fileOptions,
    ...planOptions,
    out: {
      flag: '--out <file>',
      help: { en: 'Write the plan to a file for apply', zh: '把计划写入文件，供 apply 使用' },
    },
    format: {
      flag: '--format <format>',
      help: {
        en: 'text, or markdown for a comment on a pull request (default: text)',
        zh: 'text，或用于合并请求评论的 markdown（默认 text）',
      },
      choices: ['text', 'markdown'],
    },
    detailedExitcode: {
      flag: '--detailed-exitcode',
      help: { en: 'Exit 10 if there are changes', zh: '有更改时退出码为 10' },
    },
  },
  exits: [exitCodes.conflict, exitCodes.rejected, exitCodes.planHasChanges],
  operations: planOperations,
  output: fields({ ...planSchema, exit_code: { enum: [0, 10] } }),
  run: async (values, context) => {
    const { plan: made } = await makePlan(values, { ...context, api: pacedApi(context) })
    if (values.out !== undefined)
      await writePlan(values.out, `${JSON.stringify(made, null, 2)}\n`, context.phrase)
    const isChanging = values.detailedExitcode === true && made.changes.length > 0
    const exitCode = isChanging ? exitCodes.planHasChanges : exitCodes.done
    const result = { ...made, exit_code: exitCode }
    if (values.format === 'markdown') inMarkdown.add(result)
    return result
  },
  text: (made, { phrase }) => {
    const tell = tellIn(phrase.language)
    return inMarkdown.has(made) ? markdownPlan(made, tell) : drawPlan(made, tell)
  },
  quiet: ({ changes }) => changes.map(({ kind, name }) => `${kind}.${name}`).join('\n'),
  exitCode: ({ exit_code: code }) => code,
})

/** Writes a plan that only its owner can read, because it contains names of channels and customers. */
async function writePlan(path: string, text: string, phrase: Phrase): Promise<void> {
  try {
    await writeFile(path, text, { mode: 0o600 })
  } catch (error) {
    const reason = writeReason(error, phrase)
    throw usageError(phrase('error.writeFile', { path, reason }), { cause: error })
  }
}

import { usageError } from '../cli-error.ts'
import { type CommandContext, defineCommand } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { applyChanges } from '../manifest/apply-plan.ts'
import type { NewToken } from '../manifest/apply-tools.ts'
import { drawPlan } from '../manifest/draw-plan.ts'
import { openKeyFile } from '../manifest/keep-keys.ts'
import { kindWord } from '../manifest/kinds.ts'
import { type MadePlan, makePlan, planOperations, planOptions } from '../manifest/make-plan.ts'
import { fileOptions } from '../manifest/open-manifest.ts'
import type { Change } from '../manifest/plan-changes.ts'
import { changeSchema, keptSchema, type PlanDocument, planDocument } from '../manifest/plan-document.ts'
import { findPlanFiles } from '../manifest/plan-files.ts'
import { changesOfPlan, readPlan } from '../manifest/read-plan.ts'
import { type Tell, tellIn } from '../manifest/texts.ts'
import { fields, listOf } from '../output-schema.ts'

export const apply = defineCommand({
  path: 'apply',
  summary: {
    en: 'Applies the files to the server; deletes nothing without --prune',
    zh: '把文件中的配置应用到服务器；不加 --prune 时不删除任何对象',
  },
  examples: [
    'tollgate apply -f infra/',
    'tollgate apply -f infra/ --yes --keys-out keys.tsv < secrets.env',
    'tollgate plan -f infra/ --out plan.json && tollgate apply plan.json --yes',
  ],
  effect: 'destroy',
  hasDryRun: true,
  timeoutMs: 120_000,
  isRaw: true,
  args: {
    planFile: {
      name: '[plan]',
      help: { en: 'Plan file written by plan --out', zh: 'plan --out 写出的计划文件' },
    },
  },
  options: {
    file: { flag: fileOptions.file.flag, help: fileOptions.file.help },
    planFlag: {
      flag: '--plan <file>',
      help: { en: 'Same as giving the plan file as an argument', zh: '等同于以参数给出计划文件' },
    },
    ...planOptions,
    keysOut: {
      flag: '--keys-out <file>',
      help: {
        en: 'Append the keys of new API tokens to a file instead of printing them',
        zh: '把新令牌的密钥追加到文件，而不是显示',
      },
    },
  },
  exits: [exitCodes.conflict, exitCodes.rejected, exitCodes.partial],
  operations: [...planOperations, 'setOwner'],
  output: fields({
    result: { enum: ['applied', 'unchanged', 'partial', 'would apply'] },
    done: listOf(changeSchema),
    not_done: listOf(changeSchema),
    kept: listOf(keptSchema),
    tokens: listOf(fields({ id: 'integer', name: 'string', key: 'string' })),
    keys_file: ['string', 'null'],
    error: { anyOf: [{ type: 'null' }, fields({ code: 'string', message: 'string' })] },
  }),
  run: async (values, context) => {
    const { file, planFile, planFlag, takeOver, prune, keysOut, dryRun } = values
    const { api, phrase, say, now, settings } = context
    const tell = tellIn(phrase.language)
    const path = planFile ?? planFlag
    const stored = path === undefined ? undefined : await readPlan(path, tell, context)
    if (file === undefined && stored === undefined) throw usageError(tell('needFiles'), { field: '-f' })
    const made = await makePlan(
      {
        file: file ?? (stored && (await findPlanFiles(stored, path ?? '', tell, context))) ?? [],
        takeOver: stored?.take_over ?? takeOver,
        prune: stored?.prune ?? prune,
      },
      context,
    )
    const changes = stored === undefined ? made.plan.changes : changesOfPlan(stored, made, tell)
    const plan = narrowed(made, changes)
    const outcome = (
      result: 'applied' | 'unchanged' | 'partial' | 'would apply',
      done: readonly Change[],
    ) => ({
      result,
      done,
      not_done: changes.filter((each) => !done.includes(each)),
      kept: plan.kept,
      tokens: [] as NewToken[],
      keys_file: null as string | null,
      error: null as { code: string; message: string } | null,
    })
    const drawn = (await drawPlan(plan, tell)).trimEnd()
    // The plan is shown together with the question.
    const { isConfirmed = false } = values as { readonly isConfirmed?: boolean }
    const isAsked = changes.length > 0 && settings.mayAsk && !isConfirmed && !dryRun
    if (!isAsked && (changes.length > 0 || plan.kept.length > 0)) say(drawn)
    if (changes.length === 0) return outcome('unchanged', [])
    if (dryRun) {
      say(phrase('say.dryRun'))
      return outcome('would apply', [])
    }
    await context.confirm(tell('apply'), drawn)
    const keyFile = keysOut === undefined ? undefined : await openKeyFile(keysOut, phrase)
    const tokens: NewToken[] = []
    try {
      const { done, failure } = await applyChanges(
        changes,
        {
          api,
          open: made.open,
          prepared: made,
          planId: stored?.id ?? plan.id,
          tell,
          now,
          keep: async (token) => (keyFile === undefined ? void tokens.push(token) : keyFile.write(token)),
        },
        progress(say, tell),
      )
      const result = outcome(failure === undefined ? 'applied' : 'partial', done)
      return {
        ...result,
        tokens,
        keys_file: keysOut ?? null,
        error: failure === undefined ? null : { code: failure.code, message: failure.message },
      }
    } catch (error) {
      // A token may have been created before its step failed, and its key is shown nowhere else.
      for (const { name, key } of tokens) context.io.stderr.write(`${name}\t${key}\n`)
      throw error
    } finally {
      await keyFile?.close()
    }
  },
  text: (data, { phrase }) => drawOutcome(data, tellIn(phrase.language)),
  quiet: ({ tokens }) => tokens.map(({ key }) => key).join('\n'),
  exitCode: ({ result }) => (result === 'partial' ? exitCodes.partial : exitCodes.done),
})

const signs = { create: '+', update: '~', delete: '-' } as const

const progress =
  (say: CommandContext['say'], tell: Tell) =>
  ({ action, kind, name }: Change, at: number, all: number): void =>
    say(tell('progress', { at, all, sign: signs[action], kind: kindWord[kind], name }))

/** The plan reduced to these changes: a stored plan may have fewer than are found now. */
const narrowed = ({ plan, planned }: MadePlan, changes: readonly Change[]): PlanDocument => ({
  ...plan,
  ...pickSummary(
    planDocument(
      { ...planned, changes },
      { ...plan, owner: plan.owner ?? undefined, takeOver: plan.take_over },
    ),
  ),
})

const pickSummary = ({ changes, summary }: PlanDocument): Pick<PlanDocument, 'changes' | 'summary'> => ({
  changes,
  summary,
})

interface Outcome {
  readonly result: string
  readonly done: readonly Change[]
  readonly not_done: readonly Change[]
  readonly tokens: readonly NewToken[]
  readonly keys_file: string | null
  readonly error: { readonly message: string } | null
}

function drawOutcome(data: Outcome, tell: Tell): string {
  const { result, done, not_done: notDone, tokens, keys_file: keysFile, error } = data
  const count = (action: Change['action']): number => done.filter((each) => each.action === action).length
  const lines: string[] = []
  if (result === 'unchanged') lines.push(tell('noChanges'))
  if (result === 'applied')
    lines.push(tell('applied', { create: count('create'), update: count('update'), delete: count('delete') }))
  if (result === 'partial') {
    lines.push(
      tell('partial', {
        done: done.length,
        all: done.length + notDone.length,
        message: error?.message ?? '',
      }),
    )
    if (notDone.length > 0) lines.push(tell('notDone'))
    for (const { action, kind, name } of notDone) lines.push(`  ${signs[action]} ${kindWord[kind]} ${name}`)
  }
  if (tokens.length > 0) lines.push('', tell('keysOnce'), ...tokens.map(({ name, key }) => `${name}\t${key}`))
  if (keysFile !== null) lines.push(tell('keysIn', { path: keysFile }))
  return lines.map((each) => `${each}\n`).join('')
}

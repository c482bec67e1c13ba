import { usageError } from '../cli-error.ts'
import { type CommandContext, defineCommand } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { integerOf } from '../input/parsers.ts'
import { applyChanges, type FailedChange } from '../manifest/apply-plan.ts'
import { createProgress } from '../manifest/apply-progress.ts'
import type { NewToken } from '../manifest/apply-tools.ts'
import { drawPlan, signs } from '../manifest/draw-plan.ts'
import { openKeyFile } from '../manifest/keep-keys.ts'
import { kindWord } from '../manifest/kinds.ts'
import { type MadePlan, makePlan, planOperations, planOptions } from '../manifest/make-plan.ts'
import { pathOf } from '../manifest/manifest.ts'
import { checkKeysHavePlace, collectKeys, isOutputKept } from '../manifest/new-keys.ts'
import { fileOptions } from '../manifest/open-manifest.ts'
import { PARALLELISM, pacedApi } from '../manifest/paced-api.ts'
import type { Change, Kept } from '../manifest/plan-changes.ts'
import { changeSchema, keptSchema, type PlanDocument, planDocument } from '../manifest/plan-document.ts'
import { findPlanFiles } from '../manifest/plan-files.ts'
import { changesOfPlan, readPlan } from '../manifest/read-plan.ts'
import { type Tell, tellIn } from '../manifest/texts.ts'
import { fields, listOf } from '../output-schema.ts'
import { jobAnnotation } from '../ui/job-annotation.ts'

export const apply = defineCommand({
  path: 'apply',
  isProse: true,
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
    parallelism: {
      flag: '--parallelism <n>',
      help: { en: 'Calls that run at the same time (default: 8)', zh: '同时进行的请求数（默认 8）' },
      parse: integerOf('--parallelism', 1, 64),
    },
    keysOut: {
      flag: '--keys-out <file>',
      help: {
        en: 'Append the keys of new API tokens to a file (mode 600); without it, CI and pipes get masked keys',
        zh: '把新令牌的密钥追加到文件（权限 600）；不指定时，CI 和管道只得到打码的密钥',
      },
    },
  },
  exits: [exitCodes.conflict, exitCodes.rejected, exitCodes.partial, exitCodes.interrupted],
  operations: [...planOperations, 'createChannels', 'createTokens'],
  output: fields({
    result: { enum: ['applied', 'unchanged', 'partial', 'interrupted', 'would apply'] },
    done: listOf(changeSchema),
    not_done: listOf(changeSchema),
    failed: listOf(fields({ kind: 'string', name: 'string', code: 'string', message: 'string' })),
    kept: listOf(keptSchema),
    tokens: listOf(fields({ id: 'integer', name: 'string', key: 'string' })),
    keys_file: ['string', 'null'],
    error: { anyOf: [{ type: 'null' }, fields({ code: 'string', message: 'string' })] },
  }),
  run: async (values, context) => {
    const { file, planFile, planFlag, takeOver, prune, keysOut, dryRun } = values
    const { phrase, say, now, settings, io } = context
    const tell = tellIn(phrase.language)
    const parallelism = values.parallelism ?? PARALLELISM
    const path = planFile ?? planFlag
    const stored = path === undefined ? undefined : await readPlan(path, tell, context)
    if (file === undefined && stored === undefined) throw usageError(tell('needFiles'), { field: '-f' })
    const made = await makePlan(
      {
        file: file ?? (stored && (await findPlanFiles(stored, path ?? '', tell, context))) ?? [],
        takeOver: stored?.take_over ?? takeOver,
        prune: stored?.prune ?? prune,
      },
      { ...context, api: pacedApi(context, { parallelism }) },
    )
    const changes = stored === undefined ? made.plan.changes : changesOfPlan(stored, made, tell)
    const plan = narrowed(made, changes)
    const outcome = (result: Outcome['result'], done: readonly Change[]): Outcome => ({
      result,
      done,
      not_done: without(changes, done),
      failed: [],
      kept: plan.kept,
      tokens: [],
      keys_file: null,
      error: null,
    })
    const drawn = (await drawPlan(plan, tell)).trimEnd()
    // The plan is shown together with the question.
    const { isConfirmed = false } = values as { readonly isConfirmed?: boolean }
    const isAsked = changes.length > 0 && settings.mayAsk && !isConfirmed && !dryRun
    if (!isAsked && (changes.length > 0 || plan.kept.length > 0)) say(drawn)
    if (dryRun && changes.length > 0) {
      say(phrase('say.dryRun'))
      return outcome('would apply', [])
    }
    checkKeysHavePlace({ changes, snapshot: made.snapshot, keysOut, tell }, context)
    if (changes.length > 0) await context.confirm(tell('apply'), drawn)
    // From here on the run writes to the server and to files, so a signal or a closed pipe must not stop it halfway.
    const signal = io.interruption?.({ outlivesReaders: true }) ?? new AbortController().signal
    const keyFile = keysOut === undefined || dryRun ? undefined : await openKeyFile(keysOut, phrase)
    const tokens: NewToken[] = []
    const keys = collectKeys(tokens, keyFile, context)
    try {
      for (const name of (await keyFile?.recover(made.state, context.api)) ?? [])
        say(tell('keyLost', { name }))
      if (changes.length === 0) return outcome('unchanged', [])
      const progress = createProgress({ changes, tell, io, isQuiet: settings.isQuiet, now, say })
      signal.addEventListener('abort', () => progress.note(tell('stopping')))
      const api = pacedApi(context, {
        parallelism,
        signal,
        onPause: ({ seconds, reason }) => progress.pause(seconds, reason),
      })
      const tools = { api, open: made.open, prepared: made, planId: stored?.id ?? plan.id, tell, now }
      const sink = {
        done: progress.done,
        failed: (each: FailedChange) => {
          progress.failed(each)
          annotate(each, made, context)
        },
      }
      const applied = await applyChanges(changes, { ...tools, keys, parallelism, signal }, sink).finally(() =>
        progress.end(),
      )
      const { failure, done, failed } = applied
      const isInterrupted = signal.aborted && done.length < changes.length
      const result = failure !== undefined ? 'partial' : isInterrupted ? 'interrupted' : 'applied'
      if (tokens.length > 0 && isOutputKept(io)) say(tell('keysMasked'))
      return {
        ...outcome(result, done),
        failed: failed.map(({ change: { kind, name }, error: { code, message } }) => ({
          kind,
          name,
          code,
          message,
        })),
        tokens,
        keys_file: keyFile?.hasKept() ? (keysOut ?? null) : null,
        error: failure === undefined ? null : { code: failure.code, message: failure.message },
      }
    } catch (error) {
      // A token may have been created before its step failed, and its key is not shown anywhere else.
      for (const { name, key } of tokens) io.stderr.write(`${name}\t${key}\n`)
      throw error
    } finally {
      await keyFile?.close()
    }
  },
  text: (data, { phrase }) => drawOutcome(data, tellIn(phrase.language)),
  quiet: ({ tokens }) => tokens.map(({ key }) => key).join('\n'),
  exitCode: ({ result }) => {
    if (result === 'interrupted') return exitCodes.interrupted
    return result === 'partial' ? exitCodes.partial : exitCodes.done
  },
})

/** Annotates the line of a refused object in GitHub Actions. */
function annotate(
  { change, error }: FailedChange,
  { wanted }: MadePlan,
  { io }: Pick<CommandContext, 'io'>,
): void {
  if (!io.env.GITHUB_ACTIONS) return
  const { kind, name } = change
  const object = wanted.find((each) => each.kind === kind && each.name === name)
  const place = object?.place ?? { file: '-', line: 0, column: 0 }
  const problem = {
    ...place,
    path: pathOf(kind, name),
    message: error.message,
    hint: error.options.hint ?? null,
  }
  io.stderr.write(`${jobAnnotation({ severity: 'error', ...problem })}\n`)
}

const without = (changes: readonly Change[], done: readonly Change[]): Change[] => {
  const made = new Set(done)
  return changes.filter((each) => !made.has(each))
}

/** Reduces the plan to these changes: a stored plan may have fewer than are found now. */
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

/** The result of `apply`. */
interface Outcome {
  readonly result: 'applied' | 'unchanged' | 'partial' | 'interrupted' | 'would apply'
  readonly done: readonly Change[]
  readonly not_done: readonly Change[]
  readonly failed: readonly {
    readonly kind: string
    readonly name: string
    readonly code: string
    readonly message: string
  }[]
  readonly kept: readonly Kept[]
  readonly tokens: readonly NewToken[]
  readonly keys_file: string | null
  readonly error: { readonly code: string; readonly message: string } | null
}

/** Number of names listed of changes that were not made; the next plan shows all of them. */
const NAMES_MAX = 50

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
    for (const { action, kind, name } of notDone.slice(0, NAMES_MAX))
      lines.push(`  ${signs[action]} ${kindWord[kind]} ${name}`)
    if (notDone.length > NAMES_MAX) lines.push(`  ${tell('more', { count: notDone.length - NAMES_MAX })}`)
  }
  if (result === 'interrupted')
    lines.push(tell('interrupted', { done: done.length, all: done.length + notDone.length }))
  if (tokens.length > 0) lines.push('', tell('keysOnce'), ...tokens.map(({ name, key }) => `${name}\t${key}`))
  if (keysFile !== null) lines.push(tell('keysIn', { path: keysFile }))
  return lines.map((each) => `${each}\n`).join('')
}

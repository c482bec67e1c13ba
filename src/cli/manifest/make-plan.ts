import type { CommandContext, OptionShape } from '../define-command.ts'
import { jobAnnotation } from '../ui/job-annotation.ts'
import { problemText } from '../ui/problem.ts'
import { foresee } from './foresee.ts'
import { pathOf } from './manifest.ts'
import { type OpenManifest, openManifest } from './open-manifest.ts'
import { type PlanDocument, planDocument } from './plan-document.ts'
import { portableFiles } from './plan-files.ts'
import { type Prepared, preparePlan } from './prepare-plan.ts'
import { stateKey } from './state.ts'

/** Operations of the contract that every plan uses. */
export const planOperations = ['listOptions', 'listOwners', 'fingerprintSecrets'] as const

export const planOptions = {
  takeOver: {
    flag: '--take-over',
    help: {
      en: 'Take over objects managed by another manifest',
      zh: '接管由其他清单管理的对象',
    },
  },
  prune: {
    flag: '--prune',
    help: {
      en: "Delete objects that carry this manifest's owner label but are not in the files",
      zh: '删除带有本清单 owner 标签但不在文件中的对象',
    },
  },
} as const satisfies Readonly<Record<string, OptionShape>>

export interface PlanValues {
  readonly file: readonly string[]
  readonly takeOver: boolean | undefined
  readonly prune: boolean | undefined
}

/** A plan with everything needed to apply it. */
export interface MadePlan extends Prepared {
  readonly plan: PlanDocument
  readonly open: OpenManifest
}

/**
 * Reads the files, compares them with the server and computes the changes. Remarks go to standard error.
 * @throws CliError like `preparePlan`; `usage` for `--prune` without an owner in the files
 */
export async function makePlan(values: PlanValues, context: CommandContext): Promise<MadePlan> {
  const { phrase, settings, say } = context
  const open = await openManifest(values.file, context)
  const { manifest, problems } = open
  const { tell } = problems
  const [takeOver, prune] = [values.takeOver ?? false, values.prune ?? false]
  if (prune && manifest.owner === undefined)
    problems.add('pruneWithoutOwner', { place: { file: values.file[0] ?? '-', line: 1, column: 1 } })
  const prepared = await preparePlan(open, { takeOver, prune }, context)
  for (const problem of problems.sorted()) {
    say(problemText(problem, phrase))
    if (context.io.env.GITHUB_ACTIONS) context.io.stderr.write(`${jobAnnotation(problem)}\n`)
  }
  for (const { kind, name, secrets } of prepared.wanted)
    for (const [field, { fingerprint, missing }] of Object.entries(secrets))
      if (
        fingerprint === undefined &&
        missing.length > 0 &&
        prepared.state.has(stateKey(kind, name)) &&
        field !== 'password'
      )
        say(tell('keptAsIs', { path: pathOf(kind, name, field), names: missing.join(', ') }))
  const plan = planDocument(prepared.planned, {
    url: settings.url.value,
    context: settings.contextName.value,
    owner: manifest.owner,
    ...portableFiles(values.file),
    manifest: manifest.digest,
    takeOver,
    prune,
    forecast: foresee(prepared.planned.changes, prepared),
  })
  return { ...prepared, plan, open }
}

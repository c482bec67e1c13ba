import { type CommandContext, defineCommand } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { checkDeletedGroups } from '../manifest/check-deleted-groups.ts'
import { checkReferences } from '../manifest/check-references.ts'
import { pathOf } from '../manifest/manifest.ts'
import { fileOptions, type OpenManifest, openManifest } from '../manifest/open-manifest.ts'
import { pacedApi } from '../manifest/paced-api.ts'
import { planChanges } from '../manifest/plan-changes.ts'
import { compare } from '../manifest/prepare-plan.ts'
import { tellIn } from '../manifest/texts.ts'
import { checkTokenRoom } from '../manifest/token-room.ts'
import { fields, listOf } from '../output-schema.ts'
import { jobAnnotation } from '../ui/job-annotation.ts'
import { problemText } from '../ui/problem.ts'

export const validate = defineCommand({
  path: 'validate',
  isProse: true,
  summary: {
    en: 'Validates manifests; exit 7 with the location of every error',
    zh: '检查清单文件；有错误时列出每处错误的位置，退出码为 7',
  },
  examples: [
    'tollgate validate -f infra/',
    'tollgate validate -f infra/ --offline --no-secrets',
    'tollgate validate -f gateway.yaml --json',
  ],
  options: {
    ...fileOptions,
    offline: { flag: '--offline', help: { en: 'Do not contact the server', zh: '不访问服务器' } },
    secrets: {
      flag: '--no-secrets',
      help: { en: 'Do not look up the secrets that the files refer to', zh: '不查找文件引用的密钥' },
    },
  },
  exits: [exitCodes.rejected],
  operations: [],
  output: fields({
    is_valid: 'boolean',
    objects: 'integer',
    files: 'integer',
    with_server: 'boolean',
    problems: listOf(
      fields({
        severity: { enum: ['error', 'warning'] },
        file: 'string',
        line: 'integer',
        column: 'integer',
        path: 'string',
        message: 'string',
        hint: ['string', 'null'],
      }),
    ),
  }),
  run: async ({ file, offline, secrets: wantsSecrets }, context) => {
    const { settings, say, phrase } = context
    const withSecrets = (wantsSecrets as boolean | undefined) !== false
    const open = await openManifest(file, context, withSecrets)
    const { manifest, problems, secrets } = open
    const isSignedIn = offline !== true && settings.token !== undefined
    const compared = isSignedIn ? await compareIfPossible(open, context) : undefined
    const withServer = compared !== undefined
    if (compared !== undefined) {
      const { wanted, state } = compared
      // Reports fields that a new object lacks; the plan checks its owner label.
      const { changes, obstacles } = planChanges(wanted, state, {
        owner: manifest.owner,
        takeOver: true,
        prune: false,
      })
      checkTokenRoom(changes, compared, problems)
      await checkDeletedGroups({ changes, state, manifest, problems }, context)
      for (const { kind, name, reason, values } of obstacles) {
        const place = wanted.find((each) => each.kind === kind && each.name === name)?.place
        if (place === undefined || (reason === 'unset' && !withSecrets)) continue
        problems.add(`obstacle.${reason}`, { place, path: pathOf(kind, name), values })
      }
    } else {
      if (offline !== true && !isSignedIn) say(tellIn(phrase.language)('offline'))
      checkReferences(manifest, undefined, problems)
      for (const { kind, name, secrets: uses } of manifest.objects)
        for (const [field, use] of Object.entries(uses)) {
          const missing = secrets.get(use)?.missing ?? []
          if (missing.length > 0 && missing.length === use.references.length)
            problems.add('unset', {
              place: use.place,
              path: kind === 'options' ? pathOf(kind, name) : pathOf(kind, name, field),
              values: { names: missing.join(', ') },
            })
        }
    }
    if (context.io.env.GITHUB_ACTIONS)
      for (const each of problems.sorted()) context.io.stderr.write(`${jobAnnotation(each)}\n`)
    return {
      is_valid: problems.errors.length === 0,
      objects: manifest.objects.length,
      files: open.fileCount,
      with_server: withServer,
      problems: [...problems.sorted()],
    }
  },
  text: ({ problems, is_valid: isValid, objects, files }, { phrase }) => {
    const tell = tellIn(phrase.language)
    const errors = problems.filter(({ severity }) => severity === 'error').length
    const end = isValid ? tell('valid', { objects, files }) : tell('invalid', { count: errors })
    return [...problems.map((each) => problemText(each, phrase)), end].map((each) => `${each}\n`).join('')
  },
  quiet: ({ problems }) => problems.map(({ file, line, column }) => `${file}:${line}:${column}`).join('\n'),
  exitCode: ({ is_valid: isValid }) => (isValid ? exitCodes.done : exitCodes.rejected),
})

/** Compares with the server if possible. Errors in the files are reported even if it cannot be reached. */
async function compareIfPossible(
  open: OpenManifest,
  context: CommandContext,
): Promise<Awaited<ReturnType<typeof compare>> | undefined> {
  try {
    return await compare(open, { ...context, api: pacedApi(context) })
  } catch (error) {
    if (open.problems.errors.length === 0) throw error
    context.say(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

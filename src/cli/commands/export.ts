import { usageError } from '../cli-error.ts'
import { defineCommand } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { exportKind } from '../manifest/export-objects.ts'
import { isKind, type Kind, kinds, kindWord } from '../manifest/kinds.ts'
import { observe } from '../manifest/observe.ts'
import { manifestSchema } from '../manifest/schema.ts'
import { nearest } from '../manifest/suggest.ts'
import { type Tell, tellIn } from '../manifest/texts.ts'
import { exportText, schemaFile, writeExport } from '../manifest/write-export.ts'
import { fields, listOf } from '../output-schema.ts'
import { outputFormats } from '../ui/output-format.ts'

export const exportCommand = defineCommand({
  path: 'export',
  isProse: true,
  summary: {
    en: "Exports the server's configuration as files for apply, without secrets",
    zh: '把服务器现有配置导出为 apply 可用的文件，不含密钥',
  },
  examples: [
    'tollgate export -o infra/',
    'tollgate export channels tokens -o infra/',
    'tollgate export --owner infra/prod -o infra/ --force',
  ],
  timeoutMs: 120_000,
  hasOwnOutput: true,
  args: {
    kinds: {
      name: '[kind...]',
      help: { en: `Only these: ${kinds.join(', ')}`, zh: `仅导出：${kinds.join('、')}` },
    },
  },
  options: {
    directory: {
      flag: '-o, --output-dir <dir>',
      help: { en: 'Output directory, one file per kind', zh: '输出目录，每类对象一个文件' },
      required: true,
    },
    owner: {
      flag: '--owner <label>',
      help: { en: 'Only objects with this owner label', zh: '仅导出带有此 owner 标签的对象' },
    },
    force: {
      flag: '--force',
      help: { en: 'Overwrite files that were not written by an export', zh: '覆盖非导出生成的文件' },
    },
    yes: { flag: '-y, --yes', help: { en: 'Same as --force', zh: '等同于 --force' } },
  },
  exits: [exitCodes.conflict, exitCodes.partial],
  operations: ['listOptions', 'listOwners'],
  output: fields({
    directory: 'string',
    files: listOf(
      fields({
        name: 'string',
        kind: 'string',
        objects: 'integer',
        variables: listOf('string'),
        changed: 'boolean',
      }),
    ),
    skipped: listOf(fields({ kind: 'string', name: 'string', reason: 'string', ids: listOf('integer') })),
  }),
  run: async ({ kinds: words, directory, owner, force, yes }, context) => {
    const { api, phrase, quotaPerUnit, say } = context
    const tell = tellIn(phrase.language)
    checkDirectory(directory, tell)
    const chosen = chosenKinds(words ?? [], tell)
    const look = { limit: undefined, isLookup: true } as const
    // Awaited before the parallel calls start: an await between them would leave a failure unhandled.
    const rate = await quotaPerUnit()
    const [channels, tokens, snapshot] = await Promise.all([
      chosen.includes('channels') ? api.list('/api/channel/', { id_sort: true }, look) : [],
      chosen.includes('tokens') ? api.list('/api/token/', {}, look) : [],
      observe(api, { kinds: new Set(chosen), names: undefined }, rate),
    ])
    const exported = chosen.map((kind) =>
      exportKind(kind, { snapshot, channels, tokens, owner, nowMs: context.now() }),
    )
    const schema = `${JSON.stringify(manifestSchema([...snapshot.options.keys()]), null, 1)}\n`
    const files = [
      ...exported.map((each) => ({ name: `${each.kind}.yaml`, text: exportText(each, owner) })),
      { name: schemaFile, text: schema },
    ]
    const isForced = force === true || yes === true
    const changed = await writeExport(files, { directory, isForced, phrase, tell })
    const skipped = exported.flatMap((each) => each.skipped)
    for (const { kind, name, reason, ids } of skipped)
      say(
        tell('skipped', {
          kind: kindWord[kind],
          name,
          reason: tell(`obstacle.${reason}`, { ids: ids.join(', ') }),
        }),
      )
    return {
      directory,
      files: exported.map(({ kind, objects, variables }) => ({
        name: `${kind}.yaml`,
        kind,
        objects: objects.length,
        variables: [...variables],
        changed: changed.includes(`${kind}.yaml`),
      })),
      skipped: skipped.map((each) => ({ ...each, ids: [...each.ids] })),
    }
  },
  text: ({ directory, files }, { phrase }) => drawExport(directory, files, tellIn(phrase.language)),
  quiet: ({ files }) => files.map(({ name }) => name).join('\n'),
  exitCode: ({ skipped }) =>
    skipped.some(({ reason }) => reason !== 'expired') ? exitCodes.partial : exitCodes.done,
})

/**
 * Refuses directories that people type out of habit: other commands take a format after `-o`, and `-` usually means
 * standard output.
 */
function checkDirectory(directory: string, tell: Tell): void {
  if (!['-', ...outputFormats].includes(directory)) return
  throw usageError(tell('noDirectory', { directory }), { hint: tell('giveDirectory') })
}

/** Parses section names, plural or singular, into kinds in the order of creation. */
function chosenKinds(words: readonly string[], tell: Tell): Kind[] {
  const chosen = new Set<Kind>()
  for (const word of words) {
    const kind = kinds.find((each) => each === word || kindWord[each] === word)
    if (kind === undefined || !isKind(kind)) {
      const suggestion = nearest(word, kinds)
      throw usageError(tell('unknownSection', { name: word }), {
        hint: suggestion ? tell('didYouMean', { suggestion }) : tell('known', { names: kinds.join(', ') }),
      })
    }
    chosen.add(kind)
  }
  return kinds.filter((each) => chosen.size === 0 || chosen.has(each))
}

function drawExport(
  directory: string,
  files: readonly { name: string; objects: number; variables: readonly string[] }[],
  tell: Tell,
): string {
  const width = Math.max(...files.map(({ name }) => name.length))
  const lines = files.map(({ name, objects }) => `${name.padEnd(width)}  ${objects}`)
  const needed = files.reduce((sum, { variables }) => sum + variables.length, 0)
  return [
    ...lines,
    '',
    tell('exported', { directory }),
    ...(needed > 0 ? [tell('variablesNeeded', { count: needed })] : []),
  ]
    .map((each) => `${each}\n`)
    .join('')
}

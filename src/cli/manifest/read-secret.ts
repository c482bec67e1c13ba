import type { SecretReference, SecretUse } from './manifest.ts'
import type { Place, Problems } from './problems.ts'
import type { Tree, TreeEntry } from './tree.ts'

const sources = ['env', 'file', 'stdin'] as const

/** Reads `{ env: NAME }` and similar tables. @returns undefined when the table is something else */
export function asReference(tree: Tree): SecretReference | undefined {
  if (tree.kind !== 'table') return undefined
  const [entry, ...more] = tree.entries
  const from = sources.find((each) => each === entry?.key)
  if (entry === undefined || from === undefined || more.length > 0) return undefined
  if (entry.value.kind !== 'scalar' || typeof entry.value.value !== 'string') return undefined
  return { from, name: entry.value.source, place: tree.place }
}

/**
 * Reads where a secret comes from. The secret itself is refused, because files are copied, committed and emailed. Its
 * text never appears in the error.
 */
export function readSecretUse(
  tree: Tree,
  path: string,
  mayBeSeveral: boolean,
  problems: Problems,
): SecretUse | undefined {
  const items = tree.kind === 'list' && mayBeSeveral ? tree.items : [tree]
  if (items.length === 0) {
    problems.add('noSecret', { place: tree.place, path, hint: problems.tell('secretForms') })
    return undefined
  }
  const references: SecretReference[] = []
  for (const item of items) {
    const reference = asReference(item)
    if (reference === undefined) refuse(item, path, problems)
    else if (reference.from !== 'file' && !/^[A-Za-z_][A-Za-z0-9_]{0,199}$/.test(reference.name))
      problems.add('secretName', { place: reference.place, path })
    else if (reference.name === '') problems.add('empty', { place: reference.place, path })
    else references.push(reference)
  }
  return references.length === items.length ? { references, place: tree.place } : undefined
}

function refuse(item: Tree, path: string, problems: Problems): void {
  const { tell } = problems
  if (item.kind === 'table') {
    const stray: TreeEntry | undefined = item.entries.find(({ key }) => !sources.some((each) => each === key))
    const place: Place = stray?.keyPlace ?? item.place
    problems.add('secretShape', { place, path, hint: tell('secretForms') })
  } else problems.add('plainSecret', { place: item.place, path, hint: tell('secretForms') })
}

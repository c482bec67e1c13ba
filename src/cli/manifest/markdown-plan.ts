import { changeText, signs } from './draw-plan.ts'
import { kindWord } from './kinds.ts'
import type { Change } from './plan-changes.ts'
import type { PlanDocument } from './plan-document.ts'
import type { Tell } from './texts.ts'

/** GitHub refuses comments longer than 65 536 characters. */
const CHARACTERS_MAX = 60_000

/** Formats a plan as a pull request comment: the totals first, then a collapsed table with one row per object. */
export function markdownPlan(plan: PlanDocument, tell: Tell): string {
  const { context, owner, changes, kept, summary } = plan
  const head = [
    '<!-- tollgate plan -->',
    `### ${tell('markdownTitle', { context: inline(context), owner: inline(owner ?? '-') })}`,
    '',
    changes.length === 0 && kept.length === 0 ? tell('noChanges') : tell('summary', { ...summary }),
  ]
  if (plan.forecast.wait_seconds > 0) head.push('', tell('willWait', { ...plan.forecast }))
  const rows = [
    ...changes.map((each) => row(signs[each.action], each, changeText(each, tell))),
    ...kept.map((each) => row('!', each, tell('kept', { owner: each.owner }))),
  ]
  if (rows.length === 0) return `${head.join('\n')}\n`
  const shown = withinLimit(rows)
  const left = rows.length - shown.length
  return `${[
    ...head,
    '',
    `<details${rows.length <= 20 ? ' open' : ''}><summary>${tell('markdownDetails', { count: rows.length })}</summary>`,
    '',
    `| | ${tell('markdownObject')} | ${tell('markdownChange')} |`,
    '|---|---|---|',
    ...shown,
    ...(left === 0 ? [] : ['', tell('markdownMore', { count: left })]),
    '',
    '</details>',
  ].join('\n')}\n`
}

const row = (sign: string, { kind, name }: Pick<Change, 'kind' | 'name'>, text: string): string =>
  `| \`${sign}\` | ${kindWord[kind]} ${inline(name)} | ${inline(text)} |`

/** Escapes names and values, so that user text cannot contain markup, mentions or links. */
const inline = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]<>()#+!|~&@:]/g, (character) => `&#${character.charCodeAt(0)};`)

function withinLimit(rows: readonly string[]): string[] {
  let characters = 0
  return rows.filter((each) => {
    characters += each.length + 1
    return characters <= CHARACTERS_MAX
  })
}

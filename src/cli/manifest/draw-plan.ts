import { loadMeasure, oneLine } from '../ui/table.ts'
import { kindWord } from './kinds.ts'
import type { Plain } from './manifest.ts'
import type { Change, FieldChange } from './plan-changes.ts'
import type { PlanDocument } from './plan-document.ts'
import type { Tell } from './texts.ts'

/** A character for each kind of change. */
export const signs = { create: '+', update: '~', delete: '-' } as const
/** Long enough for any list of models or groups. Texts of pages are longer; `diff` shows them in full. */
const TEXT_MAX = 400

/** Draws a plan for people, with one line per object. */
export async function drawPlan(plan: PlanDocument, tell: Tell): Promise<string> {
  const rows = [
    ...plan.changes.map((each) => [
      `${signs[each.action]} ${kindWord[each.kind]}`,
      each.name,
      changeText(each, tell),
    ]),
    ...plan.kept.map(({ kind, name, owner }) => [`! ${kindWord[kind]}`, name, tell('kept', { owner })]),
  ].map((row) => row.map(oneLine))
  const lines = rows.length === 0 ? [tell('noChanges')] : await aligned(rows)
  const end = rows.length === 0 ? [] : ['', tell('summary', { ...plan.summary })]
  if (plan.forecast.wait_seconds > 0) end.push(tell('willWait', { ...plan.forecast }))
  return `${[heading(plan, tell), '', ...lines, ...end].join('\n')}\n`
}

/** Draws a plan field by field, with current and planned values. */
export function drawDifference(plan: PlanDocument, tell: Tell): string {
  const blocks = plan.changes.map((change) => {
    const fields = change.fields.map(({ field, before, after, is_secret: isSecret }) =>
      isSecret
        ? `    ${secretText({ field, before }, tell)}`
        : `    ${field}: ${whole(before)} -> ${whole(after)}`,
    )
    const owner =
      change.owner === null ? [] : [`    owner: ${change.owner.before ?? '-'} -> ${change.owner.after}`]
    return [
      `${signs[change.action]} ${kindWord[change.kind]} ${oneLine(change.name)}`,
      ...fields,
      ...owner,
    ].join('\n')
  })
  if (blocks.length === 0) return `${heading(plan, tell)}\n\n${tell('noChanges')}\n`
  return `${heading(plan, tell)}\n\n${blocks.join('\n')}\n\n${tell('summary', { ...plan.summary })}\n`
}

const heading = ({ context, url, owner }: PlanDocument, tell: Tell): string =>
  owner === null ? tell('context', { context, url }) : tell('contextOwner', { context, url, owner })

async function aligned(rows: readonly (readonly string[])[]): Promise<string[]> {
  const measure = await loadMeasure(rows.flat())
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => measure(row[column] ?? ''))))
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - measure(cell))))
      .join('  ')
      .trimEnd(),
  )
}

/** Describes the changes of an object in one line. */
export function changeText(change: Change, tell: Tell): string {
  const { action, fields, owner } = change
  if (action === 'delete') return deletionText(change, tell)
  const parts = fields.map((each) => (action === 'create' ? newField(each) : changedField(each, tell)))
  if (owner !== null && action === 'update') parts.push(`owner ${owner.before ?? '-'} -> ${owner.after}`)
  return parts.join(action === 'create' ? ' ' : ', ')
}

/** Describes why something is deleted, and what applies afterwards if that is not obvious. */
function deletionText({ kind, fields, is_built_in: isBuiltIn, wanted }: Change, tell: Tell): string {
  const why = tell(wanted === 'absent' ? 'pruned' : 'removed')
  if (kind === 'prices') return `${why}: ${tell(isBuiltIn ? 'builtInPriceGone' : 'priceGone')}`
  if (kind !== 'options') return why
  return `${why}: ${tell('optionReturns')}: ${fields.map((each) => changedField(each, tell)).join(', ')}`
}

/** Describes a field of a new object: `models=2`, `groups=default,vip`. */
function newField({ field, after, is_secret: isSecret, count }: FieldChange): string {
  if (isSecret) return `${field}=${field === 'keys' ? count : '***'}`
  if (!Array.isArray(after)) return `${field}=${short(after)}`
  return `${field}=${field === 'models' || after.length > 3 ? after.length : after.join(',')}`
}

function changedField({ field, before, after, is_secret: isSecret }: FieldChange, tell: Tell): string {
  if (isSecret) return secretText({ field, before }, tell)
  if (Array.isArray(before) && Array.isArray(after)) {
    const gone = before.filter((each) => !after.includes(each)).map((each) => `-${each}`)
    const come = after.filter((each) => !before.includes(each)).map((each) => `+${each}`)
    return `${field} ${[...come, ...gone].join(' ')}`
  }
  return `${field} ${short(before)} -> ${short(after)}`
}

const secretText = ({ field, before }: Pick<FieldChange, 'field' | 'before'>, tell: Tell): string =>
  tell(before === null ? 'secretSet' : 'secretChanged', { field })

const whole = (value: Plain): string =>
  oneLine(Array.isArray(value) ? value.join(',') : value === '' ? '""' : String(value ?? '-'))

function short(value: Plain): string {
  const text = whole(value)
  return [...text].length > TEXT_MAX ? `${[...text].slice(0, TEXT_MAX - 3).join('')}...` : text
}

import type { JsonObject, JsonValue } from '../../src/daemon/protocols/types.ts'

/** Random numbers that are reproducible from a seed (mulberry32). */
export interface Dice {
  /** Returns an integer from 0 up to but not including `count`. */
  below(count: number): number
}

export function rollDice(seed: number): Dice {
  let state = seed >>> 0
  return {
    below(count) {
      state = (state + 0x6d2b79f5) >>> 0
      let mixed = Math.imul(state ^ (state >>> 15), state | 1)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
      return ((mixed ^ (mixed >>> 14)) >>> 0) % count
    },
  }
}

export const pick = <Item>(dice: Dice, items: readonly Item[]): Item =>
  items[dice.below(items.length)] as Item

/** Values that programs tend to forget: every type, and the extremes of each. */
const odd: readonly JsonValue[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -9007199254740992,
  '',
  ' ',
  'x',
  '\u0000',
  '\ud800',
  'data:;base64,',
  'data:image/png;base64,!!!!',
  'http://[::1]/',
  'a'.repeat(5_000),
  [],
  [null],
  [[]],
  {},
  { type: 'text' },
  { type: null },
  { type: 'unknown_kind', text: 1 },
]

/**
 * Returns a copy with one to four random changes: members removed, renamed, duplicated, or replaced by invalid values.
 */
export function mutate(document: JsonValue, dice: Dice): JsonValue {
  let changed: JsonValue = structuredClone(document)
  for (let times = 1 + dice.below(4); times > 0; times -= 1) changed = changeOne(changed, dice)
  return changed
}

function changeOne(value: JsonValue, dice: Dice): JsonValue {
  const isBranch = typeof value === 'object' && value !== null
  const size = isBranch ? Object.keys(value).length : 0
  if (!isBranch || size === 0 || dice.below(12) === 0) return replaced(value, dice)
  return Array.isArray(value) ? changeInList(value, dice) : changeInObject(value, dice)
}

function changeInList(list: JsonValue[], dice: Dice): JsonValue {
  const at = dice.below(list.length)
  const copy = [...list]
  switch (dice.below(6)) {
    case 0:
      copy.splice(at, 1)
      break
    case 1:
      copy.splice(at, 0, structuredClone(copy[at] as JsonValue))
      break
    case 2:
      copy.push(pick(dice, odd))
      break
    default:
      copy[at] = changeOne(copy[at] as JsonValue, dice)
  }
  return copy
}

function changeInObject(object: JsonObject, dice: Dice): JsonValue {
  const name = pick(dice, Object.keys(object))
  const { [name]: value, ...rest } = object
  switch (dice.below(7)) {
    case 0:
      return rest
    case 1:
      return {
        ...rest,
        [pick(dice, [name.toUpperCase(), `${name}s`, '__proto__', 'constructor', ''])]: value ?? null,
      }
    case 2:
      return { ...object, [pick(dice, Object.keys(object))]: value ?? null }
    default:
      return { ...object, [name]: changeOne(value ?? null, dice) }
  }
}

function replaced(value: JsonValue, dice: Dice): JsonValue {
  if (typeof value === 'string' && value !== '' && dice.below(3) === 0) {
    const at = dice.below(value.length)
    return (
      value.slice(0, at) + pick(dice, ['', '\u0000', '"', '\n', '数', '\ud83d', value]) + value.slice(at + 1)
    )
  }
  return pick(dice, odd)
}

/** Returns a copy with some bytes flipped, removed, duplicated or moved. */
export function mutateBytes(bytes: Buffer, dice: Dice): Buffer {
  let changed = Buffer.from(bytes)
  for (let times = 1 + dice.below(6); times > 0 && changed.length > 0; times -= 1) {
    const at = dice.below(changed.length)
    const end = Math.min(changed.length, at + 1 + dice.below(40))
    switch (dice.below(5)) {
      case 0:
        changed[at] = dice.below(256)
        break
      case 1:
        changed = Buffer.concat([changed.subarray(0, at), changed.subarray(end)])
        break
      case 2:
        changed = Buffer.concat([changed.subarray(0, end), changed.subarray(at)])
        break
      case 3:
        changed = Buffer.concat([
          changed.subarray(0, at),
          Buffer.from(pick(dice, glue)),
          changed.subarray(at),
        ])
        break
      default:
        changed = changed.subarray(0, end)
    }
  }
  return changed
}

const glue = [
  '\r\n',
  '\n\n',
  '\r',
  '--',
  ':',
  '"',
  '\\',
  '\u0000',
  '{',
  ']',
  '﻿',
  '\t',
  '- ',
  '&a ',
  '*a',
  '!!x ',
  '|\n',
]

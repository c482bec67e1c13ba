import { createHash } from 'node:crypto'
import { CliError } from '../cli-error.ts'
import { interrupted } from '../client/pace.ts'
import { clientKey } from '../commands/token/token-object.ts'
import { exitCodes } from '../exit-codes.ts'
import {
  type ApplyTools,
  movedOn,
  secretText,
  stepKey,
  type Unit,
  type UnitOutcome,
  wantedOf,
} from './apply-tools.ts'
import { channelBody } from './channel-form.ts'
import { codeBody, modelValues } from './code-form.ts'
import type { Plain } from './manifest.ts'
import type { Change } from './plan-changes.ts'
import { stateKey } from './state.ts'
import { tokenBody } from './token-form.ts'

/** Number of objects per call: few enough that a call takes a fraction of a second and progress is visible. */
export const OBJECTS_PER_CALL = 50
/** Longest body; the server's limit is one megabyte. */
const BODY_CHARACTERS_MAX = 400_000
/** Number of codes per call; the server creates a thousand at most. */
export const CODES_PER_CALL = 500

/** Whether the change can be made in one call together with others. */
export const isBulk = ({ kind, action, fields }: Change): boolean =>
  ((kind === 'channels' || kind === 'tokens') && action === 'create') ||
  (kind === 'codes' && fields.length > 0 && (action === 'create' || isFillOnly(fields)))

const isFillOnly = (fields: Change['fields']): boolean => fields.every(({ field }) => field === 'count')

/** Groups changes into units. All must be of one kind and satisfy {@link isBulk}. */
export function bulkUnits(changes: readonly Change[], tools: ApplyTools): Unit[] {
  const [first] = changes
  if (first?.kind === 'channels') return channelUnits(changes, tools)
  if (first?.kind === 'tokens') return tokenUnits(changes, tools)
  return codeUnits(changes, tools)
}

/** One object of a call, as sent in its body. */
interface Item<Body> {
  readonly change: Change
  readonly body: Body
}

function inCalls<Body>(
  items: readonly Item<Body>[],
  sizeOf: (item: Item<Body>) => number,
  sizeMax: number,
): Item<Body>[][] {
  const calls: Item<Body>[][] = []
  let [size, characters] = [0, 0]
  for (const item of items) {
    const length = JSON.stringify(item.body).length
    const isFull = size + sizeOf(item) > sizeMax || characters + length > BODY_CHARACTERS_MAX
    if (calls.length === 0 || isFull) {
      calls.push([])
      size = 0
      characters = 0
    }
    calls.at(-1)?.push(item)
    size += sizeOf(item)
    characters += length
  }
  return calls
}

/**
 * Creates the unit for the changes of one call. If a call for a single object is refused, the error names the object's
 * field, without its position in the call: `quota`, not `sets.0.quota`.
 */
function callUnit<Body>(
  list: 'channels' | 'tokens' | 'sets',
  some: readonly Item<Body>[],
  run: (some: readonly Item<Body>[]) => Promise<readonly UnitOutcome[]>,
): Unit {
  const changes = some.map(({ change }) => change)
  if (some.length > 1)
    return {
      changes,
      run: () => run(some),
      apart: () => some.map((each) => callUnit(list, [each], run)),
    }
  return {
    changes,
    run: async () => {
      try {
        return await run(some)
      } catch (error) {
        throw error instanceof CliError ? withoutPlace(error, `${list}.0.`) : error
      }
    },
  }
}

const withoutPlace = ({ code, exitCode, message, options }: CliError, place: string): CliError =>
  new CliError(code, exitCode, message.replace(place, ''), {
    ...options,
    field: options.field?.replace(place, ''),
  })

/** Derives the idempotency key from the objects, so that a repeated call gets the response that was lost. */
const callKey = ({ planId }: ApplyTools, change: Change, body: object): string =>
  stepKey(
    planId,
    { kind: change.kind, name: '' },
    createHash('sha256').update(JSON.stringify(body)).digest('hex'),
  )

const labelOf = ({ open }: ApplyTools): { readonly owner?: string } =>
  open.manifest.owner === undefined ? {} : { owner: open.manifest.owner }

const given = (values: Readonly<Record<string, Plain>>): Record<string, Plain> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

interface Answered {
  readonly outcome: 'created' | 'exists' | 'refused'
  readonly owner: string
  readonly code: string
  readonly message: string
  readonly field: string
}

/**
 * Converts the outcome of a change. An object that already exists with our label was created by a call whose response
 * was lost.
 */
function toOutcome(change: Change, answer: Answered, ref: string, tools: ApplyTools): UnitOutcome {
  const { owner } = labelOf(tools)
  if (answer.outcome === 'refused')
    return new CliError(answer.code, exitCodes.rejected, answer.message, {
      field: answer.field === '' ? undefined : answer.field,
    })
  if (
    answer.outcome === 'exists' &&
    change.kind !== 'codes' &&
    (owner === undefined || answer.owner !== owner)
  )
    return movedOn(tools, change)
  return { ref, isLabelled: owner !== undefined && answer.owner === owner }
}

function channelUnits(changes: readonly Change[], tools: ApplyTools): Unit[] {
  const { api, prepared } = tools
  const items = changes.map((change) => {
    const { values } = wantedOf(tools, change)
    const proxy = secretText(tools, change, 'proxy')
    const key = secretText(tools, change, 'keys')
    const { type = 0, ...body } = channelBody(
      proxy === undefined ? given(values) : { ...given(values), proxy },
      prepared.snapshot.types,
    )
    return { change, body: { ...body, type, name: change.name, ...(key === undefined ? {} : { key }) } }
  })
  return inCalls(items, () => 1, OBJECTS_PER_CALL).map((each) =>
    callUnit('channels', each, async (some) => {
      const body = { ...labelOf(tools), channels: some.map((each) => each.body) }
      const idempotencyKey = callKey(tools, some[0]?.change as Change, body)
      const answers = await api.post('/api/channel/bulk', { body, idempotencyKey })
      return some.map(({ change }, at) =>
        withAnswer(answers[at], (answer) => toOutcome(change, answer, String(answer.id), tools)),
      )
    }),
  )
}

function tokenUnits(changes: readonly Change[], tools: ApplyTools): Unit[] {
  const { api, now } = tools
  const items = changes.map((change) => {
    const { values, initial } = wantedOf(tools, change)
    return { change, body: { ...tokenBody(given({ ...values, ...initial }), now()), name: change.name } }
  })
  return inCalls(items, () => 1, OBJECTS_PER_CALL).map((each) =>
    callUnit('tokens', each, async (some) => {
      const body = { ...labelOf(tools), tokens: some.map((each) => each.body) }
      const idempotencyKey = callKey(tools, some[0]?.change as Change, body)
      await tools.keys.expect(some.map(({ change }) => change.name))
      const answers = await api.post('/api/token/bulk', { body, idempotencyKey })
      for (const [at, { change }] of some.entries()) {
        const { id, key } = answers[at] ?? { id: 0, key: '' }
        if (key !== '') await tools.keys.keep({ id, name: change.name, key: clientKey(key) })
      }
      return Promise.all(
        some.map(async ({ change }, at) => {
          const answer = answers[at]
          const outcome = withAnswer(answer, (each) => toOutcome(change, each, String(each.id), tools))
          if (outcome instanceof CliError) return outcome
          if (answer?.outcome === 'exists') await keepKeyOf(change.name, answer.id, tools)
          return disableIfWanted(change, outcome, tools)
        }),
      )
    }),
  )
}

/** Stores the key of a token whose creating response was lost, if the server still shows it. */
async function keepKeyOf(name: string, id: number, { api, keys }: ApplyTools): Promise<void> {
  const { key } = await api.get('/api/token/{id}', { path: { id }, isLookup: true })
  if (!key.includes('*')) await keys.keep({ id, name, key: clientKey(key) })
}

/** Disables a new token if the files say so, because new tokens are enabled. */
async function disableIfWanted(
  change: Change,
  made: Exclude<UnitOutcome, CliError>,
  tools: ApplyTools,
): Promise<UnitOutcome> {
  if (wantedOf(tools, change).values.status !== 'disabled') return made
  try {
    await tools.api.put('/api/token/', {
      query: { status_only: true },
      body: { id: Number(made.ref), status: 2 },
      idempotencyKey: stepKey(tools.planId, change, 'status'),
    })
    return made
  } catch (error) {
    if (error instanceof CliError) return error
    throw error
  }
}

function codeUnits(changes: readonly Change[], tools: ApplyTools): Unit[] {
  const items = changes.map((change) => ({ change, body: codeSet(change, tools) }))
  const missing = ({ change, body }: (typeof items)[number]): number =>
    Math.max(1, body.count - presentCount(change, tools))
  const small = items.filter((each) => missing(each) <= CODES_PER_CALL)
  const large = items.filter((each) => missing(each) > CODES_PER_CALL)
  return [
    // The server fills at most a hundred names at once.
    ...inCalls(small, (each) => Math.max(CODES_PER_CALL / 100, missing(each)), CODES_PER_CALL).map((each) =>
      callUnit('sets', each, (some) => fill(some, tools)),
    ),
    ...large.map((item) => callUnit('sets', [item], () => fillInSteps(item, tools))),
  ]
}

type CodeSet = ReturnType<typeof codeSet>

/** Returns the set of codes that should exist, in the form the server expects. */
export function codeSet(change: Change, tools: ApplyTools) {
  const { values, initial } = wantedOf(tools, change)
  const key = secretText(tools, change, 'key')
  const { openCodes = [] } = tools.prepared.state.get(stateKey('codes', change.name)) ?? {}
  const model = modelValues(openCodes, tools.now())
  const fields = codeBody(given({ ...initial, ...model, ...values }), tools.now())
  return {
    ...fields,
    quota: fields.quota ?? 0,
    name: change.name,
    count: Number(values.count ?? 1),
    ...(key === undefined ? {} : { key: key.trim() }),
  }
}

const presentCount = ({ kind, name }: Change, { prepared }: ApplyTools): number =>
  Number(prepared.state.get(stateKey(kind, name))?.values.count ?? 0)

async function fill(items: readonly Item<CodeSet>[], tools: ApplyTools): Promise<UnitOutcome[]> {
  const body = { ...labelOf(tools), sets: items.map((each) => each.body) }
  const idempotencyKey = callKey(tools, items[0]?.change as Change, body)
  const answers = await tools.api.post('/api/redemption/bulk', { body, idempotencyKey })
  return items.map(({ change }, at) =>
    withAnswer(answers[at], (answer) => toOutcome(change, answer, change.name, tools)),
  )
}

/** Fills a set in successive calls of a few hundred codes each; an abort can end it in between. */
export async function fillInSteps(
  { change, body }: Item<CodeSet>,
  tools: ApplyTools,
): Promise<UnitOutcome[]> {
  for (let count = presentCount(change, tools); ; ) {
    if (tools.signal.aborted) throw interrupted()
    count = Math.min(count + CODES_PER_CALL, body.count)
    const [outcome] = await fill([{ change, body: { ...body, count } }], tools)
    if (outcome === undefined || outcome instanceof CliError || count === body.count)
      return outcome ? [outcome] : []
  }
}

function withAnswer<Answer>(answer: Answer | undefined, read: (answer: Answer) => UnitOutcome): UnitOutcome {
  if (answer === undefined)
    throw new Error('The server answered for fewer objects than it was asked to create.')
  return read(answer)
}

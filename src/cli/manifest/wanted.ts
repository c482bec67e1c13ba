import type { Api } from '../client/api.ts'
import type { BodyOf } from '../client/contract-types.ts'
import { isSecretOption } from '../client/curl.ts'
import { readAmount, toThousandths } from '../input/amount.ts'
import { fieldShapes, type Kind } from './kinds.ts'
import { limitOf } from './limits.ts'
import { type Declared, type Manifest, type Plain, pathOf, placeOf, type SecretUse } from './manifest.ts'
import { instantOf, instantText, isRelative } from './moments.ts'
import { optionText, type Snapshot } from './observe.ts'
import type { Problems } from './problems.ts'
import type { ResolvedSecrets } from './resolve-secrets.ts'
import { type Observed, type State, stateKey, type Wanted, type WantedSecret } from './state.ts'
import { nearest } from './suggest.ts'

type SecretText = BodyOf<'/api/owner/fingerprint', 'post'>['secrets'][number]

/** The content of the files, resolved for this server. */
export interface Resolution {
  readonly wanted: readonly Wanted[]
  /** The snapshot's state, with fingerprints for secrets that the server returns in plain text. */
  readonly state: State
}

export interface ResolutionSources {
  readonly api: Api
  readonly manifest: Manifest
  readonly secrets: ResolvedSecrets
  readonly snapshot: Snapshot
  readonly problems: Problems
  readonly nowMs: number
  /** Reports work that will take long, before it starts. */
  note(line: string): void
}

/** The server's limit. */
const SECRETS_PER_CALL = 100

/** Converts amounts, times, options and secrets into values to compare. Refused values are added to the problems. */
export async function resolveWanted(sources: ResolutionSources): Promise<Resolution> {
  const { manifest, snapshot } = sources
  const optionValues = await judgeOptions(sources)
  const prints = await fingerprints(sources)
  // A rate in the same files applies to their amounts, because it is written first.
  const quotaPerUnit = Number(optionValues.get('QuotaPerUnit') ?? snapshot.quotaPerUnit)
  const wanted = manifest.objects.map((each): Wanted => {
    const { values, initial } = comesTo(each, quotaPerUnit, sources)
    const option = optionValues.get(each.name)
    return {
      kind: each.kind,
      name: each.name,
      place: each.place,
      isAbsent: each.isAbsent,
      values: each.kind === 'options' ? (option === undefined ? {} : { value: option }) : values,
      initial,
      secrets: Object.fromEntries(
        Object.entries(each.secrets)
          .filter(() => each.kind !== 'options' || snapshot.options.get(each.name)?.is_secret === true)
          .map(([field, use]) => [field, secretOf(use, prints.get(use), sources.secrets)]),
      ),
    }
  })
  return { wanted, state: withClearSecrets(sources, prints.all) }
}

function secretOf(use: SecretUse, fingerprint: string | undefined, secrets: ResolvedSecrets): WantedSecret {
  const { missing = [] } = secrets.get(use) ?? {}
  return { fingerprint, missing, count: use.references.length }
}

type Fields = Record<string, Plain>

function comesTo(
  declared: Declared,
  quotaPerUnit: number,
  { nowMs, problems, snapshot }: ResolutionSources,
): { readonly values: Fields; readonly initial: Fields } {
  const values: Fields = {}
  const initial: Fields = {}
  const { kind, name } = declared
  for (const [field, value] of Object.entries(declared.values)) {
    const at = { place: placeOf(declared, field), path: pathOf(kind, name, field) }
    if (field === 'quota' && value === 'unlimited') values.unlimited = true
    else if (field === 'quota') {
      const quota = judgedQuota(declared, field, String(value), quotaPerUnit, problems)
      if (quota === undefined) continue
      if (kind === 'codes') values.quota = quota
      else {
        values.unlimited = false
        initial.quota = quota
      }
    } else if (field === 'budget' && value !== 'off') {
      const [, period = ''] = String(value).split('/')
      const quota = judgedQuota(declared, field, String(value), quotaPerUnit, problems)
      if (quota !== undefined) values.budget = `${quota}/${period}`
    } else if (field === 'expires' || field === 'validFrom' || field === 'validUntil') {
      const text = String(value)
      if (isRelative(text)) initial[field] = text
      else values[field] = text === 'never' ? 'never' : instantText(instantOf(text) ?? 0)
      if (field === 'expires' && (instantOf(text) ?? Number.POSITIVE_INFINITY) * 1000 <= nowMs)
        // An existing token may be set to a past time, but the server does not create an expired one.
        problems[snapshot.state.has(stateKey(kind, name)) ? 'warn' : 'add']('expired', at)
    } else values[field] = value
  }
  return { values, initial }
}

/**
 * Converts `5usd` or `5usd/day` to quota units and records values that the server would refuse. @returns undefined if
 * the amount is not a whole number of units
 */
function judgedQuota(
  declared: Declared,
  field: 'quota' | 'budget',
  text: string,
  quotaPerUnit: number,
  problems: Problems,
): number | undefined {
  const { kind, name } = declared
  const at = { place: placeOf(declared, field), path: pathOf(kind, name, field) }
  const quota = quotaOf(text.split('/')[0] ?? '', quotaPerUnit)
  if (typeof quota === 'string') {
    problems.add('amountWhole', { ...at, values: { text, quota } })
    return undefined
  }
  const { min = 0, max = Number.MAX_SAFE_INTEGER } =
    (kind === 'options' ? {} : fieldShapes[kind][field]) ?? {}
  if (quota < min || quota > max) problems.add('quotaRange', { ...at, values: { min, max } })
  return quota
}

/** Returns quota units, or text if the amount is not a whole number of units. */
function quotaOf(text: string, quotaPerUnit: number): number | string {
  const amount = readAmount(text)
  const thousandths = amount && toThousandths(amount, amount.unit === 'usd' ? quotaPerUnit : 1)
  if (thousandths === undefined || thousandths < 0n || thousandths % 1000n !== 0n)
    return thousandths === undefined ? '?' : String(Number(thousandths) / 1000)
  return Number(thousandths / 1000n)
}

/** Returns the values in the form in which options would be stored; unknown keys and refused values are recorded. */
async function judgeOptions(sources: ResolutionSources): Promise<ReadonlyMap<string, Plain>> {
  const { api, manifest, snapshot, secrets, problems } = sources
  const asked: { declared: Declared; key: string; value: string }[] = []
  const found = new Map<string, Plain>()
  for (const declared of manifest.objects) {
    if (declared.kind !== 'options') continue
    const { name: key } = declared
    const option = snapshot.options.get(key)
    const at = { place: declared.place, path: pathOf('options', key) }
    const use = declared.secrets.value
    const text = use === undefined ? declared.values.value : secrets.get(use)?.text
    if (option === undefined) {
      const suggestion = nearest(key, snapshot.options.keys())
      problems.add('optionUnknown', {
        ...at,
        values: { name: key },
        hint: suggestion && problems.tell('didYouMean', { suggestion }),
      })
    } else if (option.is_secret && use === undefined && text !== null && text !== '') {
      // Values that look like secrets were already refused when the files were read.
      if (!isSecretOption(key)) problems.add('plainSecret', { ...at, hint: problems.tell('secretForms') })
    } else if (text === null || (option.is_secret && use === undefined))
      found.set(key, optionText(option.default, option.type))
    else if (text === undefined) {
      if (!option.is_secret)
        problems.add('unset', {
          ...at,
          values: { names: (use && secrets.get(use)?.missing.join(', ')) ?? '' },
        })
    } else asked.push({ declared, key, value: String(text) })
  }
  for (let start = 0; start < asked.length; start += 500) {
    const some = asked.slice(start, start + 500)
    const options = some.map(({ key, value }) => ({ key, value }))
    const verdicts = await api.post('/api/option/check', { body: { options }, isLookup: true })
    for (const [at, { key, value, message }] of verdicts.entries()) {
      const declared = some[at]?.declared
      const option = snapshot.options.get(key)
      if (declared === undefined || option === undefined) continue
      if (message !== null)
        problems.add('refusedByServer', {
          place: placeOf(declared, 'value'),
          path: pathOf('options', key),
          values: { reason: message },
        })
      else if (!option.is_secret) found.set(key, optionText(value, option.type))
    }
  }
  return found
}

/** Fetches fingerprints of all secrets that are set on this machine, and of proxies that the server shows. */
async function fingerprints(sources: ResolutionSources) {
  const { api, manifest, secrets, snapshot } = sources
  const asked: { readonly key: SecretUse | string; readonly secret: SecretText }[] = []
  for (const { kind, name, values, secrets: uses } of manifest.objects)
    for (const [field, use] of Object.entries(uses)) {
      const text = secrets.get(use)?.text
      if (text === undefined) continue
      const type = typeof values.type === 'string' ? values.type : typeOf(snapshot, name)
      if (field === 'keys')
        asked.push({ key: use, secret: { for: 'channel', type: typeNumber(snapshot, type), text } })
      else if (kind === 'options') {
        if (snapshot.options.get(name)?.is_secret)
          asked.push({ key: use, secret: { for: 'option', key: name, text } })
      } else asked.push({ key: use, secret: { for: secretKind(kind), text } })
    }
  for (const [key, text] of snapshot.proxies) asked.push({ key, secret: { for: 'proxy', text } })
  // Many channels often share one key.
  const distinct = [...new Map(asked.map(({ secret }) => [JSON.stringify(secret), secret]))]
  const calls = Math.ceil(distinct.length / SECRETS_PER_CALL)
  const max = limitOf('SecretCheckLimitCount', snapshot)
  if (calls > max)
    sources.note(sources.problems.tell('secretsWillWait', { count: distinct.length, calls, max }))
  const prints = new Map<string, string>()
  for (let start = 0; start < distinct.length; start += SECRETS_PER_CALL) {
    const some = distinct.slice(start, start + SECRETS_PER_CALL)
    const body = { secrets: some.map(([, secret]) => secret) }
    const answers = await api.post('/api/owner/fingerprint', { body, isLookup: true })
    for (const [at, [text]] of some.entries()) prints.set(text, answers[at] ?? '')
  }
  const found = new Map<SecretUse | string, string>()
  for (const { key, secret } of asked) found.set(key, prints.get(JSON.stringify(secret)) ?? '')
  return { get: (use: SecretUse) => found.get(use), all: found }
}

/** Returns the kind of a secret other than keys of channels and options, which are handled before. */
const secretKind = (kind: Kind): SecretText['for'] =>
  kind === 'channels' ? 'proxy' : kind === 'codes' ? 'code' : 'password'

const typeOf = ({ state }: Snapshot, name: string): string =>
  String(state.get(stateKey('channels', name))?.values.type ?? '')

export const typeNumber = ({ types }: Pick<Snapshot, 'types'>, text: string): number =>
  types.find(({ slug }) => slug === text)?.type ?? (/^\d{1,5}$/.test(text) ? Number(text) : 0)

/**
 * Adds fingerprints for codes and for proxies without a password. The server returns these in plain text, but they are
 * compared like other secrets.
 */
function withClearSecrets(
  { snapshot, manifest, secrets }: ResolutionSources,
  prints: ReadonlyMap<unknown, string>,
): State {
  const next = new Map(snapshot.state)
  const add = (key: string, field: string, print: string | undefined): void => {
    const observed: Observed | undefined = next.get(key)
    if (observed !== undefined && print !== undefined)
      next.set(key, { ...observed, secrets: { ...observed.secrets, [field]: print } })
  }
  for (const key of snapshot.proxies.keys()) add(key, 'proxy', prints.get(key))
  for (const { kind, name, secrets: uses } of manifest.objects) {
    const text = kind === 'codes' && uses.key !== undefined ? secrets.get(uses.key)?.text : undefined
    const keys = snapshot.codeKeys.get(stateKey('codes', name))
    if (text !== undefined && keys !== undefined)
      add(stateKey('codes', name), 'key', isAmong(text.trim(), keys) ? prints.get(uses.key) : 'another')
  }
  return next
}

/**
 * Whether a code exists. Access tokens that may not read keys get them masked; the code then counts as existing,
 * because it cannot be compared.
 */
const isAmong = (code: string, keys: ReadonlySet<string>): boolean =>
  keys.has(code) || [...keys].some((each) => each.includes('*'))

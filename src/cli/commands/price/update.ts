import { toldResult } from '../../client/ensure.ts'
import { type EntryEdit, effective, type OptionEntry, readEntries } from '../../client/option-entries.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { either, fields, listOf } from '../../output-schema.ts'
import { type CataloguePrice, isSamePrice, readCatalogue } from './catalogue-file.ts'
import { multipleOf, ratioOf } from './dollars.ts'
import {
  hasOwnLongPrompt,
  isSameLongPrompt,
  LONG_PROMPTS,
  type LongPrompt,
  longPromptEdit,
} from './long-prompts.ts'
import { dollarText, longPromptText, type ModelPrice, priceHeadings, priceKeys } from './price-object.ts'

const dollars = fields({
  input_usd: 'string',
  output_usd: 'string',
  cache_read_usd: 'string',
  call_usd: 'string',
  long_prompt: { $ref: 'LongPrompt' },
})

type Dollars = Pick<ModelPrice, 'input_usd' | 'output_usd' | 'cache_read_usd' | 'call_usd' | 'long_prompt'>

/** Maximum number of entries that a server accepts at once. */
const ENTRIES_MAX = 1000

export const priceUpdate = defineCommand({
  path: 'price update',
  summary: {
    en: 'Updates prices from a newer price catalogue, after showing what changes',
    zh: '按新的价格目录更新价格，更新前显示变化',
  },
  examples: [
    'tollgate price update catalogue.json --dry-run',
    'tollgate price update catalogue.json --yes',
    'tollgate price update catalogue.json --replace-own --dry-run --json',
  ],
  effect: 'destroy',
  hasDryRun: true,
  args: {
    file: {
      name: '<file>',
      help: {
        en: 'JSON file in the form of src/daemon/models/catalogue.json',
        zh: 'JSON 文件，格式同 src/daemon/models/catalogue.json',
      },
    },
  },
  options: {
    replaceOwn: {
      flag: '--replace-own',
      help: {
        en: 'Also replaces prices that differ from the built-in ones',
        zh: '同时替换与内置价格不同的价格',
      },
    },
  },
  exits: [exitCodes.rejected],
  operations: ['listModelPrices', 'changeOptionEntries'],
  output: listOf(
    fields({
      model_name: 'string',
      result: { enum: ['created', 'would create', 'updated', 'would update', 'kept'] },
      before: either(dollars, { type: 'null' }),
      after: dollars,
      source: 'string',
      as_of: 'string',
    }),
  ),
  run: async ({ file, replaceOwn, dryRun }, { api, confirm, phrase, say }) => {
    const stated = await readCatalogue(file, phrase)
    const known = new Map((await api.get('/api/pricing/models')).map((each) => [each.model_name, each]))
    const present = await readEntries(api, Object.values(priceKeys))
    const longPrompts = await readEntries(api, [LONG_PROMPTS])
    const catalogue = stated.map((price) =>
      replaceOwn || !hasOwnLongPrompt(price.model, longPrompts) ? price : withoutLongPrompt(price),
    )
    const rows = catalogue.flatMap((price) => {
      const now = known.get(price.model)
      const isPriced = now?.price_source === 'explicit'
      const before = isPriced ? now : undefined
      const after = dollarsOf(price, before)
      if (before && isSame(before, after)) return []
      const own = present.some((each) => each.name === price.model && each.value !== each.default)
      const result = own && !replaceOwn ? 'kept' : toldResult(before ? 'updated' : 'created', dryRun)
      return [{ price, result, before: before ? pick(before) : null, after } as const]
    })
    const longChange = (price: CataloguePrice, before: Dollars | null): string =>
      longPromptOf(price, before)
        .map(([, long]) => `, ${longPromptText({ long_prompt: long }, { phrase })}`)
        .join('')
    const changes = rows.filter(({ result }) => result !== 'kept')
    if (changes.length > 0 && !dryRun) {
      const lines = changes.map(
        ({ price, before, after }) =>
          `${price.model}: ${before ? textOf(before) : '-'} → ${textOf(after)}${longChange(price, before)}`,
      )
      await confirm(phrase('confirm.priceUpdate', { count: changes.length }), lines.join('\n'))
    }
    if (dryRun) say(phrase('say.dryRun'))
    else
      await store(
        changes.map(({ price, before }) => [
          ...editsOf(price, present),
          ...longPromptOf(price, before).map((each) => longPromptEdit(...each)),
        ]),
      )
    return rows.map(({ price, result, before, after }) => ({
      model_name: price.model,
      result,
      before,
      after,
      source: price.source,
      as_of: price.asOf,
    }))

    async function store(edits: readonly EntryEdit[][]): Promise<void> {
      let batch: EntryEdit[] = []
      const send = async () => {
        if (batch.length > 0) await api.put('/api/option/entries', { body: { entries: batch } })
        batch = []
      }
      for (const each of edits) {
        if (batch.length + each.length > ENTRIES_MAX) await send()
        batch.push(...each)
      }
      await send()
    }
  },
  quiet: ({ model_name: name }) => name,
  table: {
    columns: [
      { key: 'model_name', room: 'name' },
      { key: 'result', rank: 1 },
      {
        key: 'before',
        room: 'keep',
        heading: { en: 'now $/M', zh: '现价 $/百万' },
        value: ({ before }) => (before ? textOf(before) : '-'),
        raw: ({ before }) => before && textOf(before),
      },
      {
        key: 'after',
        room: 'keep',
        heading: { en: 'catalogue $/M', zh: '目录价 $/百万' },
        value: ({ after }) => textOf(after),
        raw: ({ after }) => textOf(after),
      },
      {
        key: 'long_prompt',
        heading: priceHeadings.long_prompt,
        value: ({ after }, view) => longPromptText(after, view),
        raw: ({ after: { long_prompt: long } }) =>
          long && `${long.above} ${long.input_ratio} ${long.output_ratio}`,
      },
      { key: 'source', heading: priceHeadings.price_source },
      { key: 'as_of', heading: { en: 'as of', zh: '日期' } },
    ],
    empty: {
      en: 'The catalogue has the prices of this site.',
      zh: '目录与本站价格一致。',
    },
  },
})

/** Returns the prices after an update; those that the catalogue does not state stay as they are. */
function dollarsOf(
  { input, output, cached, call, longPrompt }: CataloguePrice,
  now: Dollars | undefined,
): Dollars {
  const long_prompt = longPrompt ?? now?.long_prompt ?? null
  if (call !== undefined)
    return { input_usd: '', output_usd: '', cache_read_usd: '', call_usd: call, long_prompt }
  return {
    input_usd: input ?? '',
    output_usd: output ?? now?.output_usd ?? '',
    cache_read_usd: cached ?? now?.cache_read_usd ?? '',
    call_usd: '',
    long_prompt,
  }
}

const withoutLongPrompt = ({ longPrompt: _own, ...price }: CataloguePrice): CataloguePrice => price

/** Returns the model's new price for very long prompts, if it changes. */
const longPromptOf = (
  { model, longPrompt }: CataloguePrice,
  before: Dollars | null,
): [string, NonNullable<LongPrompt>][] =>
  longPrompt === undefined || isSameLongPrompt(before?.long_prompt ?? null, longPrompt)
    ? []
    : [[model, longPrompt]]

const pick = ({ input_usd, output_usd, cache_read_usd, call_usd, long_prompt }: Dollars): Dollars => ({
  input_usd,
  output_usd,
  cache_read_usd,
  call_usd,
  long_prompt,
})

const isSame = (now: Dollars, next: Dollars): boolean =>
  isSameLongPrompt(now.long_prompt, next.long_prompt) &&
  (['input_usd', 'output_usd', 'cache_read_usd', 'call_usd'] as const).every((name) =>
    now[name] === '' || next[name] === '' ? now[name] === next[name] : isSamePrice(now[name], next[name]),
  )

const textOf = ({ input_usd, output_usd, cache_read_usd, call_usd }: Dollars): string =>
  call_usd === '' ? [input_usd, output_usd, cache_read_usd].map(dollarText).join(' / ') : dollarText(call_usd)

/** Returns the edits that set a price. A price per call takes precedence over ratios, so the other kind is removed. */
function editsOf(
  { model, input, output, cached, call }: CataloguePrice,
  present: readonly OptionEntry[],
): EntryEdit[] {
  const edit = (flag: keyof typeof priceKeys, value: string | null | undefined): EntryEdit[] =>
    value === undefined ? [] : [{ key: priceKeys[flag], name: model, value }]
  const edits =
    input === undefined
      ? [
          ...edit('per-call', call),
          ...(['ratio', 'completion', 'cache-read'] as const).flatMap((flag) => edit(flag, null)),
        ]
      : [
          ...edit('ratio', ratioOf(input)),
          ...edit('completion', output === undefined ? undefined : multipleOf(output, input)),
          ...edit('cache-read', cached === undefined ? undefined : multipleOf(cached, input)),
          ...edit('per-call', null),
        ]
  return effective(edits, present)
}

import { CliError } from '../../cli-error.ts'
import { ensureResults, toldResult } from '../../client/ensure.ts'
import { type EntryEdit, effective, entryOf, readEntries } from '../../client/option-entries.ts'
import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { decimalOf } from '../../input/decimal.ts'
import { either, listOf, outcome } from '../../output-schema.ts'
import { clientOptions } from '../../shared-options.ts'
import { dollarText, flagOfKey, type ModelPrice, priceHeadings, priceKeys } from './price-object.ts'
import {
  checkForms,
  type GivenPrice,
  isInDollars,
  ratiosOfDollars,
  type WantedRatios,
} from './wanted-ratios.ts'

export const priceSet = defineCommand({
  path: 'price set',
  summary: {
    en: "Sets a model's price, per token or per call; other models are unchanged",
    zh: '设置模型价格（按量或按次），其他模型不受影响',
  },
  examples: [
    'tollgate price set gpt-5 --input 1.25 --output 10 --cache-read 0.125',
    'tollgate price set dall-e-3 --per-call 0.04',
    'tollgate price set gpt-4o --ratio 1.25 --completion 4 --cache-read 0.5 --dry-run',
  ],
  effect: 'write',
  hasDryRun: true,
  hasOwnOutput: true,
  args: {
    model: { name: '<model>', help: { en: 'Model name as clients send it', zh: '模型名称' }, pick: 'price' },
  },
  options: {
    inputPrice: {
      flag: '--input <dollars>',
      help: {
        en: 'Input price in dollars per million tokens',
        zh: '输入价格：每百万 token 的美元价格',
      },
      parse: decimalOf('--input'),
    },
    // `--output` is what everyone calls this price, so this command selects the output format with `-o`.
    outputPrice: {
      flag: '--output <dollars>',
      help: {
        en: 'Output price in dollars per million tokens',
        zh: '输出价格：每百万 token 的美元价格',
      },
      parse: decimalOf('--output'),
    },
    output: { flag: '-o, --format <format>', help: clientOptions.output.help },
    ratio: {
      flag: '--ratio <number>',
      help: {
        en: 'Model ratio: input price in dollars per million tokens, divided by 2',
        zh: '输入倍率：每百万 token 美元价格除以 2',
      },
      parse: decimalOf('--ratio'),
    },
    completion: {
      flag: '--completion <number>',
      help: { en: 'Output price as a multiple of the input price', zh: '输出价格相对输入价格的倍数' },
      parse: decimalOf('--completion'),
    },
    cacheRead: {
      flag: '--cache-read <number>',
      help: {
        en: 'Cached input price: with --input or --output in dollars per million tokens, otherwise as a multiple of the input price',
        zh: '缓存命中价格：与 --input 或 --output 同用时为每百万 token 的美元价格，否则为相对输入价格的倍数',
      },
      parse: decimalOf('--cache-read'),
    },
    perCall: {
      flag: '--per-call <dollars>',
      help: { en: 'Price per call in dollars, instead of ratios', zh: '每次调用的美元价格，取代倍率' },
      parse: decimalOf('--per-call'),
    },
  },
  exits: [exitCodes.rejected],
  operations: ['changeOptionEntries'],
  output: outcome(ensureResults, {
    model_name: 'string',
    changed: listOf('string'),
    price: either({ $data: 'getModelPrice' }, { type: 'null' }),
  }),
  run: async ({ model, dryRun, inputPrice, outputPrice, ...values }, { api, phrase, say }) => {
    const given: GivenPrice = { ...values, input: inputPrice, output: outputPrice }
    checkForms(given, phrase)
    const { perCall } = given
    const present = await readEntries(api, Object.values(priceKeys), model)
    const nowRatio = entryOf(present, priceKeys.ratio, model)
    const nowPerCall = entryOf(present, priceKeys['per-call'], model)
    const readPrice = () => api.get('/api/pricing/model', { query: { model }, isLookup: true })
    const now =
      nowRatio === undefined || nowPerCall !== undefined
        ? undefined
        : { ratio: nowRatio, readDollars: readPrice }
    const byUse: WantedRatios = isInDollars(given)
      ? await ratiosOfDollars(given, now, model, phrase)
      : { ratio: given.ratio, completion: given.completion, 'cache-read': given.cacheRead }
    const { ratio } = byUse
    if (perCall === undefined && ratio === undefined && now === undefined)
      throw new CliError(
        'price_kind',
        exitCodes.rejected,
        phrase(nowPerCall === undefined ? 'error.noRatio' : 'error.pricedPerCall', { name: model }),
        { hint: phrase('hint.priceRatio') },
      )
    // Only one of the two kinds is kept: a price per call takes precedence over ratios, and leftover ratios would apply
    // again once it is removed.
    const kind: readonly EntryEdit[] =
      perCall === undefined
        ? ratio === undefined
          ? []
          : [edit('per-call', model, null)]
        : [
            edit('per-call', model, perCall),
            edit('ratio', model, null),
            edit('completion', model, null),
            edit('cache-read', model, null),
          ]
    const edits = Object.entries(byUse).flatMap(([flag, value]) =>
      value === undefined ? [] : [edit(flag as keyof WantedRatios, model, value)],
    )
    const entries = effective([...edits, ...kind], present)
    const changed = entries.map(({ key }) => flagOfKey(key))
    const isNew = nowRatio === undefined && nowPerCall === undefined
    const did = isNew ? 'created' : changed.length > 0 ? 'updated' : 'unchanged'
    const result = toldResult(did, dryRun)
    if (dryRun) {
      say(phrase('say.dryRun'))
      return { result, model_name: model, changed, price: null }
    }
    if (entries.length > 0) await api.put('/api/option/entries', { body: { entries } })
    const price = await readPrice()
    for (const [flag, asked, stored] of roundedPrices(given, price))
      say(phrase('say.priceRounded', { flag, asked, stored: dollarText(stored) }))
    return { result, model_name: model, changed, price }
  },
  details: {
    fields: [
      'result',
      'model_name',
      'changed',
      {
        key: 'input_usd',
        heading: priceHeadings.input_usd,
        value: ({ price }) => dollarText(price?.input_usd ?? ''),
        raw: ({ price }) => price?.input_usd,
      },
      {
        key: 'output_usd',
        heading: priceHeadings.output_usd,
        value: ({ price }) => dollarText(price?.output_usd ?? ''),
        raw: ({ price }) => price?.output_usd,
      },
      {
        key: 'call_usd',
        heading: priceHeadings.call_usd,
        value: ({ price }) => dollarText(price?.call_usd ?? ''),
        raw: ({ price }) => price?.call_usd,
      },
    ],
  },
  quiet: ({ model_name: name }) => name,
})

const edit = (flag: keyof typeof priceKeys, name: string, value: string | null): EntryEdit => ({
  key: priceKeys[flag],
  name,
  value,
})

/** Lists prices in dollars that a ratio of nine decimals cannot express exactly. */
const roundedPrices = (given: GivenPrice, price: ModelPrice): (readonly [string, string, string])[] =>
  isInDollars(given)
    ? (
        [
          ['--input', given.input, price.input_usd],
          ['--output', given.output, price.output_usd],
          ['--cache-read', given.cacheRead, price.cache_read_usd],
        ] as const
      ).flatMap(([flag, asked, stored]) =>
        asked === undefined || asked === stored ? [] : [[flag, asked, stored] as const],
      )
    : []

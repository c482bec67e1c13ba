import { defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { billingKind, dollarText, longPromptText, priceHeadings, priceSource } from './price-object.ts'

export const priceGet = defineCommand({
  path: 'price get',
  summary: {
    en: 'Shows the price of one model, before the group ratio',
    zh: '显示一个模型的价格（未乘分组倍率）',
  },
  examples: ['tollgate price get gpt-4o', 'tollgate price get gpt-4o --json'],
  args: {
    model: { name: '<model>', help: { en: 'Model name as clients send it', zh: '模型名称' }, pick: 'price' },
  },
  exits: [exitCodes.notFound],
  operations: ['getModelPrice'],
  output: { $data: 'getModelPrice' },
  run: ({ model }, { api }) => api.get('/api/pricing/model', { query: { model } }),
  details: {
    fields: [
      'model_name',
      { key: 'quota_type', value: (price, view) => billingKind(price, view) },
      {
        key: 'input_usd',
        heading: priceHeadings.input_usd,
        value: ({ input_usd: usd }) => dollarText(usd),
      },
      {
        key: 'output_usd',
        heading: priceHeadings.output_usd,
        value: ({ output_usd: usd }) => dollarText(usd),
      },
      {
        key: 'cache_read_usd',
        heading: priceHeadings.cache_read_usd,
        value: ({ cache_read_usd: usd }) => dollarText(usd),
      },
      { key: 'call_usd', heading: priceHeadings.call_usd, value: ({ call_usd: usd }) => dollarText(usd) },
      'model_ratio',
      'completion_ratio',
      { key: 'cache_ratio', heading: priceHeadings.cache_ratio },
      {
        key: 'long_prompt',
        heading: priceHeadings.long_prompt,
        value: (price, view) => longPromptText(price, view),
      },
      {
        key: 'price_source',
        heading: priceHeadings.price_source,
        value: ({ price_source: source }, view) => priceSource(source, view),
      },
      { key: 'priced_as', heading: priceHeadings.priced_as },
      'enable_groups',
    ],
  },
  quiet: ({ model_name: name }) => name,
})

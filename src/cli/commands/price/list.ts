import { defineCommand } from '../../define-command.ts'
import { listOf } from '../../output-schema.ts'
import { billingKind, dollarText, priceHeadings, priceSource } from './price-object.ts'

export const priceList = defineCommand({
  path: 'price list',
  summary: { en: 'Lists model prices', zh: '列出模型价格' },
  examples: [
    'tollgate price list',
    'tollgate price list --model gpt-4o --json',
    'tollgate price list --source unpriced -q',
  ],
  options: {
    model: { flag: '--model <text>', help: { en: 'Only names containing this text', zh: '名称包含此文本' } },
    group: {
      flag: '--group <group>',
      help: { en: 'Only models this group can call', zh: '只显示该分组可用的模型' },
    },
    source: {
      flag: '--source <source>',
      help: { en: 'Only prices from this source', zh: '只显示此来源的价格' },
      choices: ['explicit', 'fallback', 'unpriced'],
    },
  },
  isList: 'whole',
  operations: ['getPricing'],
  output: listOf({ $ref: 'PricingItem' }),
  run: async ({ model, group, source }, { api }) =>
    (await api.get('/api/pricing')).filter(
      (each) =>
        (model === undefined || each.model_name.includes(model)) &&
        (group === undefined || each.enable_groups.includes(group)) &&
        (source === undefined || each.price_source === source),
    ),
  quiet: ({ model_name: name }) => name,
  table: {
    columns: [
      { key: 'model_name', room: 'name' },
      { key: 'quota_type', value: (price, view) => billingKind(price, view) },
      {
        key: 'input_usd',
        room: 'keep',
        heading: priceHeadings.input_usd,
        align: 'right',
        value: ({ input_usd: usd }) => dollarText(usd),
      },
      {
        key: 'output_usd',
        room: 'keep',
        heading: priceHeadings.output_usd,
        align: 'right',
        value: ({ output_usd: usd }) => dollarText(usd),
      },
      {
        key: 'cache_read_usd',
        rank: 2,
        heading: priceHeadings.cache_read_usd,
        align: 'right',
        value: ({ cache_read_usd: usd }) => dollarText(usd),
      },
      {
        key: 'call_usd',
        room: 'keep',
        heading: priceHeadings.call_usd,
        align: 'right',
        value: ({ call_usd: usd }) => dollarText(usd),
      },
      { key: 'model_ratio', align: 'right' },
      { key: 'completion_ratio', align: 'right' },
      { key: 'cache_ratio', heading: priceHeadings.cache_ratio, align: 'right' },
      { key: 'enable_groups', room: 'shorten' },
      {
        key: 'price_source',
        rank: 1,
        heading: priceHeadings.price_source,
        value: ({ price_source: source }, view) => priceSource(source, view),
      },
    ],
    empty: {
      en: 'No matching models, or no enabled channel serves them.',
      zh: '没有符合条件的模型，或没有启用的渠道。',
    },
  },
})

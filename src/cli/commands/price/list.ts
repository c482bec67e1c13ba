import { defineCommand } from '../../define-command.ts'
import { listOf } from '../../output-schema.ts'

export const priceList = defineCommand({
  path: 'price list',
  summary: { en: 'Lists what models cost', zh: '列出模型价格' },
  examples: ['tollgate price list', 'tollgate price list --model gpt-4o --json'],
  options: {
    model: { flag: '--model <text>', help: { en: 'Only names with this text', zh: '名称包含此文本' } },
  },
  operations: ['getPricing'],
  output: listOf({ $ref: 'PricingItem' }),
  run: async ({ model }, { api }) => {
    const items = await api.get('/api/pricing')
    return model === undefined ? items : items.filter((each) => each.model_name.includes(model))
  },
  quiet: ({ model_name: name }) => name,
  table: {
    columns: [
      'model_name',
      { key: 'quota_type', value: ({ quota_type: type }) => (type === 1 ? 'per call' : 'per token') },
      { key: 'model_ratio', align: 'right' },
      { key: 'completion_ratio', align: 'right' },
      { key: 'cache_ratio', heading: { en: 'cache ratio', zh: '缓存倍率' }, align: 'right' },
      {
        key: 'model_price',
        align: 'right',
        value: ({ quota_type: type, model_price: price }) => (type === 1 ? `$${price}` : ''),
      },
      'enable_groups',
      { key: 'price_source', heading: { en: 'source', zh: '来源' } },
    ],
    empty: { en: 'No models: no enabled channel serves any.', zh: '没有模型：没有启用的渠道。' },
  },
})

import type { English } from '../phrases.ts'

export const pricing: English<'pricing'> = {
  title: 'Model prices',
  lead: 'Per-token prices are in dollars per million tokens and include the ratio of the chosen group.',
  search: 'Model name',
  copy: 'Copy {{name}}',
  copyNames: 'Copy names',
  copied_one: 'Name copied',
  copied_other: '{{count}} model names copied',
  chooseGroup: 'Show the prices of group {{group}}',
  ratios: 'model {{model}} · output {{completion}} · cache {{cache}}',
  group: {
    title: 'Group',
    column: 'Group',
    own: 'Your group: {{description}}',
    other: '{{description}}',
  },
  type: { all: 'All', use: 'Per token', call: 'Per call' },
  vendor: { all: 'All vendors', unknown: 'Other' },
  source: {
    fallback: 'Fallback price',
    fallbackHint: 'This model has no price of its own and is charged the fallback price of this site.',
    unpriced: 'No price set',
    unpricedHint:
      'The administrator has not set a price for this model yet. Only users who accept models without a price in their personal settings can call it, at this price.',
  },
  column: {
    model: 'Model',
    type: 'Price type',
    input: 'Input',
    cached: 'Cached input',
    output: 'Output',
    perCall: 'Per call',
    ratios: 'Ratios',
    vendor: 'Vendor',
    groups: 'Groups',
  },
  empty: {
    text: 'No models are available at the moment.',
    admin: 'No channel offers any models yet. Add a channel and its models appear here.',
    channels: 'Go to channels',
    filtered: 'No models match these filters.',
    clear: 'Clear filters',
  },
  drawer: {
    lead: 'Prices, how they are calculated, and a request to try',
    groups: 'Price by group',
    formula: 'How the price in group {{group}} is calculated',
    pricedAs: 'Priced by the {{name}} entry of the price tables.',
    try: 'Try it',
  },
  formula: {
    input: 'Input: {{base}} × model ratio {{model}} × group ratio {{group}} = {{result}} per million tokens',
    cached: 'Cached input: input price × {{factor}} = {{result}} per million tokens',
    output: 'Output: input price × {{factor}} = {{result}} per million tokens',
    call: 'Each successful call: {{price}} × group ratio {{group}} = {{result}}',
  },
}

import type { English } from '../phrases.ts'

export const pricing: English<'pricing'> = {
  title: 'Model prices',
  lead: 'Prices by use are dollars per million tokens, with the ratio of the chosen group already in them.',
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
  type: { all: 'All', use: 'By use', call: 'Per call' },
  vendor: { all: 'All vendors', unknown: 'Other' },
  source: {
    fallback: 'Fallback price',
    fallbackHint: 'This model has no price of its own and is charged the fallback price of the site.',
    unpriced: 'No price set',
    unpricedHint:
      'The administrator has set no price for this model yet. It can be called at this price only by those who accept models without a price in their personal settings.',
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
    text: 'There are no models to call at the moment.',
    admin: 'No channel serves a model yet. Add one, and its models appear here.',
    channels: 'Go to channels',
    filtered: 'No model matches these filters.',
    clear: 'Clear filters',
  },
  drawer: {
    lead: 'Prices, how they come about, and a request to try',
    groups: 'Price in each group',
    formula: 'How the price in group {{group}} comes about',
    pricedAs: 'Priced by the entry {{name}} of the price tables.',
    try: 'Try it',
  },
  formula: {
    input: 'Input: {{base}} × model ratio {{model}} × group ratio {{group}} = {{result}} per million tokens',
    cached: 'Cached input: input price × {{factor}} = {{result}} per million tokens',
    output: 'Output: input price × {{factor}} = {{result}} per million tokens',
    call: 'Each successful call: {{price}} × group ratio {{group}} = {{result}}',
  },
}

import { countTokens } from 'gpt-tokenizer'

/** Building blocks of long model answers. */
const parts = {
  prose: `Metering a stream is harder than it looks, because **nobody knows the size** of an answer before it ends. The gateway
holds an amount that covers the longest answer, passes on what comes, and settles when the last event is there; see
[the ledger](https://example.com/ledger) for what is booked when.

`,
  heading: '## What is held, and for how long\n\n',
  list: `- **hold** what the request may cost at most, in \`thousandths\` of a unit
- **settle** what it did cost, once
- **release** the rest, also when the client has gone

`,
  code: `\`\`\`ts
export async function settle(hold: Hold, usage: Usage): Promise<Charge> {
  const price = await priceOf(hold.model)
  return ledger.book({ from: hold.wallet, amount: costOf(usage, price), of: hold.request })
}
\`\`\`

`,
  table: `| model | in | out | note |
|---|--:|--:|---|
| gpt-4o | 2.50 | 10.00 | \`cached\` half |
| claude-sonnet-4-5 | 3.00 | 15.00 | **written** to the cache: 3.75 |

`,
} as const

const filled = (tokens: number, next: (round: number) => string, begin = '', end = ''): string => {
  let text = begin
  // Checked only every 20 rounds, because counting is slower than writing.
  for (let round = 0; countTokens(text) < tokens; )
    for (const last = round + 20; round < last; round += 1) text += next(round)
  return text + end
}

/** Builds answers of at least this many tokens: one with every kind of block, and some that are a single block. */
export const longAnswers = (tokens: number) =>
  ({
    mixed: filled(tokens, (round) =>
      [parts.heading, parts.prose, parts.prose, parts.list, parts.code, parts.table].join(`${round}. `),
    ),
    'one list': filled(
      tokens,
      (round) => `- **entry ${round}** holds \`${round * 7}\` units until it is settled\n`,
    ),
    'one table': filled(
      tokens,
      (round) => `| ${round} | **row ${round}** | \`${round * 7}\` | held, then settled |\n`,
      '| a | b | c | d |\n|---|---|---|---|\n',
    ),
    'one block of code': filled(
      tokens,
      (round) => `const entry${round} = await ledger.book({ amount: ${round * 7} }) // held, then settled\n`,
      '```ts\n',
      '```\n',
    ),
  }) as const

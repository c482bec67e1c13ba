/** Asks to confirm a plan, the way a command does, and prints the answer. The argument is the plan's line count. */
import { root } from './run-bin.ts'

// Imports the build output, as the launcher does, because Node cannot read the sources of a screen.
const { askConfirmation }: typeof import('../../../src/cli/ui/screen/confirmation.tsx') = await import(
  `${root}dist/src/cli/ui/screen/confirmation.js`
)
const { loadPhrases }: typeof import('../../../src/cli/phrases/phrases.ts') = await import(
  `${root}dist/src/cli/phrases/phrases.js`
)

const lines = Number(process.argv[2])
const answer = await askConfirmation(
  {
    context: '上下文 生产环境 (https://gw.example.com)',
    question: 'Apply this plan?',
    body: Array.from({ length: lines }, (_, at) => `+ channel  渠道-${at + 1}`).join('\n'),
  },
  { io: process, phrase: await loadPhrases('en') },
)
process.stdout.write(`answered ${answer}\n`)
process.exit(answer ? 0 : 130)

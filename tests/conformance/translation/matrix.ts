import { answerFeatures } from './answers.ts'
import { judgeAnswer, judgeRequest, type Protocol, protocols, type Verdict } from './judge.ts'
import { requestFeatures } from './requests.ts'

/** One cell: what becomes of a feature on its way from one protocol to another. */
export interface Cell {
  readonly direction: 'request' | 'answer'
  readonly feature: string
  readonly from: Protocol
  readonly to: Protocol
  readonly verdict: Verdict
}

/** Every pair of different protocols over every feature that the one it comes from has a word for. */
export function judgeAll(): readonly Cell[] {
  const cells: Cell[] = []
  for (const { from, to } of pairs()) {
    for (const { name, documents } of requestFeatures) {
      const document = documents[from.name]
      if (document)
        cells.push({
          direction: 'request',
          feature: name,
          from,
          to,
          verdict: judgeRequest(from, to, document),
        })
    }
    for (const { name, documents } of answerFeatures) {
      const document = documents[from.name]
      if (document)
        cells.push({ direction: 'answer', feature: name, from, to, verdict: judgeAnswer(from, to, document) })
    }
  }
  return cells
}

function pairs(): { readonly from: Protocol; readonly to: Protocol }[] {
  return protocols.flatMap((from) => protocols.filter((to) => to !== from).map((to) => ({ from, to })))
}

/** The page `docs/translation.md`, Markdown. */
export function renderMatrix(cells: readonly Cell[]): string {
  return `${INTRODUCTION}
## What clients ask

Rows: what a client asks. Columns: the client's protocol → the upstream's.

${renderTable(cells, 'request', requestFeatures)}

## What upstreams answer

Rows: what an upstream answers, whole and streamed. Columns: the upstream's format → the client's protocol.

${renderTable(cells, 'answer', answerFeatures)}
${CLOSING}`
}

const INTRODUCTION = `# Translation

Made by \`npm run conformance\`; \`npm run check\` fails when it is out of date. Do not edit.

Where client and upstream speak the same protocol, bytes pass through and nothing is lost. Everywhere else a request is
read into a neutral form and written again, and so is the answer. This page shows what becomes of each feature:

- **exact**: what the upstream's own protocol reads is what the client said (for answers: what the client reads is what
  the upstream said), whole and streamed
- **≈ field**: carried as far as the other protocol has words for it; the rest is announced to the client in the header
  \`tollgate-translation: lossy; <fields>\` and noted in the log row. A channel whose setting
  \`refuse_lossy_translation\` is true refuses such requests instead
- **refused**: dropping it would change what the answer means: error 400 \`translation_unsupported\`, nothing is charged
- –: the protocol it would come from has no word for it

Every cell is the result of running both codecs on the documents in \`tests/conformance/translation\`.
`

const CLOSING = `
## Rules that no table shows

- Opaque reasoning state (signatures, encrypted reasoning) is carried to clients of other protocols under a tag that
  names the family it belongs to, and sent back only to that family. Chat clients that send no reasoning back lose it:
  Gemini then gets its documented placeholder, Claude is asked without thinking for that turn.
- Links to pictures and documents are followed by Tollgate where the upstream takes only inline data: public addresses
  only, 20 MiB at most.
- An interrupted stream ends with the error event of the client's protocol and never with its end; what was delivered is
  charged.
- Errors keep their status and are written in the client's shape; an upstream's trouble with the operator's own account
  becomes 502.
`

function renderTable(
  cells: readonly Cell[],
  direction: Cell['direction'],
  features: readonly { readonly name: string }[],
): string {
  const tables = protocols.map((from) => {
    const others = protocols.filter((to) => to !== from)
    const head = ['', ...others.map((to) => `${from.label} → ${to.label}`)]
    const rows = features.map(({ name }) => [
      name,
      ...others.map((to) =>
        renderVerdict(
          cells.find(
            (each) =>
              each.direction === direction && each.feature === name && each.from === from && each.to === to,
          )?.verdict,
        ),
      ),
    ])
    const line = (row: readonly string[]) => `| ${row.join(' | ')} |`
    return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
  })
  return tables.join('\n\n')
}

function renderVerdict(verdict: Verdict | undefined): string {
  switch (verdict?.kind) {
    case 'exact':
      return 'exact'
    case 'announced':
      return `≈ ${verdict.fields.map((each) => `\`${each}\``).join(', ')}`
    case 'refused':
      return 'refused'
    case 'silent':
      return '**lost**'
    case undefined:
      return '–'
  }
}

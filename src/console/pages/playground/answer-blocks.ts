import type { Links, Token, Tokens } from 'marked'
import { markdown } from './answer-html.ts'

/** A part of an answer that is rendered separately. */
export type Block =
  | { readonly kind: 'code'; readonly raw: string; readonly code: string; readonly language: string }
  | {
      readonly kind: 'markup'
      readonly raw: string
      readonly token: Token
      /** Targets of its reference links; definitions below a block can change them. */
      readonly definitions: string
    }

/** Returns the blocks of an answer, which has grown since the last call or is a different one. */
export type ReadBlocks = (text: string) => readonly Block[]

/**
 * More text can change the last block, and the start of a block may turn out to belong to the previous one: `#` is a
 * heading, `#1` continues the paragraph above.
 */
const OPEN_BLOCKS = 2

/**
 * Splits a growing answer into its blocks. Blocks that more text cannot change are parsed once, so that the cost of a
 * call depends on the added text and not on the whole. These blocks are the same objects in every result.
 */
export function blockReader(): ReadBlocks {
  let settled: readonly Block[] = []
  let settledText = ''
  let settledLinks: Links = {}
  let definitions = ''
  const forget = () => {
    settled = []
    settledText = ''
    settledLinks = {}
  }

  /** @returns the blocks after the settled ones */
  const readOpen = (source: string): readonly Block[] => {
    const tokens = lex(source.slice(settledText.length), settledLinks)
    const found = JSON.stringify(tokens.links)
    if (found !== definitions) {
      // A definition down here may be the target of a link far above.
      definitions = found
      if (settledText !== '') {
        forget()
        return readOpen(source)
      }
    }
    const openFrom = tokens.findLastIndex((_, index) => countBlocks(tokens, index) === OPEN_BLOCKS)
    const closed = tokens.slice(0, Math.max(0, openFrom))
    const text = closed.map(({ raw }) => raw).join('')
    const blocks = toBlocks(tokens, definitions)
    // If the Markdown parser has rewritten its input, there is no position in the text to continue from.
    if (closed.length === 0 || !source.startsWith(text, settledText.length)) return blocks
    const count = closed.filter(isBlock).length
    settled = [...settled, ...blocks.slice(0, count)]
    settledText += text
    settledLinks = { ...definitionsIn(closed), ...settledLinks }
    return blocks.slice(count)
  }

  return (text) => {
    const source = text.replaceAll(/\r\n?/g, '\n')
    if (!source.startsWith(settledText)) forget()
    const open = readOpen(source)
    return [...settled, ...open]
  }
}

function lex(source: string, links: Links) {
  const lexer = new markdown.Lexer(markdown.defaults)
  Object.assign(lexer.tokens.links, links)
  return lexer.lex(source)
}

const isBlock = ({ type }: Token): boolean => type !== 'space' && type !== 'def'

const countBlocks = (tokens: readonly Token[], from: number): number =>
  tokens.slice(from).filter(({ type }) => type !== 'space').length

const definitionsIn = (tokens: readonly Token[]): Links =>
  Object.fromEntries(
    tokens
      .filter((token): token is Tokens.Def => token.type === 'def')
      .toReversed()
      .map(({ tag, href, title }) => [tag, { href, title }]),
  )

const toBlocks = (tokens: readonly Token[], definitions: string): readonly Block[] =>
  tokens
    .filter(isBlock)
    .map((token) =>
      token.type === 'code'
        ? { kind: 'code', raw: token.raw, code: String(token.text), language: firstWord(token.lang) }
        : { kind: 'markup', raw: token.raw, token, definitions },
    )

const firstWord = (text: unknown): string =>
  typeof text === 'string' ? (text.trim().split(/\s/)[0] ?? '') : ''

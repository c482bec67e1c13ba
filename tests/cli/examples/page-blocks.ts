import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../support/run-bin.ts'

/** A fenced block of a page. */
export interface Block {
  /** The heading above the block. */
  readonly heading: string
  readonly language: string
  readonly text: string
}

export const readPage = (name: string): Promise<string> => readFile(join(root, name), 'utf8')

export function blocksOf(page: string): readonly Block[] {
  const blocks: Block[] = []
  let heading = ''
  for (const [, title, language = '', text = ''] of page.matchAll(/^#+ (.*)$|^```(\w*)\n([\s\S]*?)^```$/gm))
    if (title === undefined) blocks.push({ heading, language, text })
    else heading = title
  return blocks
}

/** Reports whether a block contains a command of this program for readers to type. */
export const runsTollgate = ({ language, text }: Block): boolean =>
  ['', 'sh', 'bash'].includes(language) && /^(?:\$ )?(?:.*\| )?(?:bin\/)?tollgate /m.test(text)

/** Finds the first block under a heading that contains a text. @throws Error when there is none */
export function blockWith(page: string, heading: string, text: string): string {
  const found = blocksOf(page).find((each) => each.heading === heading && each.text.includes(text))
  if (found === undefined) throw new Error(`no block under "${heading}" has ${text}`)
  return found.text
}

/** Masks everything that differs between two recordings: times, durations, keys, IDs, ports. */
export const withoutChance = (text: string): string =>
  text
    .replace(/req_\w{26}/g, 'req_')
    .replace(/sk-\w{4}\*\*\*\w{4}/g, 'sk-***')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'DATE')
    .replace(/\d\d:\d\d:\d\d(?:\.\d+)?/g, 'TIME')
    .replace(/ *\d+\.\d+(?:\/ *\d+\.\d+)? s\b/g, ' DURATION')
    .replace(/\d+ ms\b/g, 'DURATION')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1')

/** Returns the words of each line in a live frame, without the values that depend on current traffic. */
export const wordsOfFrame = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => !/[▁▂▃▄▅▆▇] {2}|last 60 s/.test(line))
    .map((line) =>
      withoutChance(line)
        .replace(/[█-▏][█-▏ ]*/g, ' ')
        .replace(/<?\d[\d.]*(?: [kM]\b)?/g, '#')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
    .sort()

import { expect, it } from 'vitest'
import { type Block, blockReader } from '../../../src/console/pages/playground/answer-blocks.ts'

/** Answers in which later text changes how earlier text is parsed. */
const answers: readonly string[] = [
  '# Title\n\nA paragraph\nof two lines.\n\n## Below\n\nText #1 goes on\n#2 as well\n# but not this\n',
  'Heading\n===\n\nBelow\n---\n\nText\n\n---\n\nEnd\n- a\n- b\n\n- c\n\n  its second paragraph\n\n1. x\n1. y\n',
  'Said:\n```ts\nconst a = 1\n\n# no heading\n```\nafter\n\n    indented code\n\n    of two parts\n\nend\n~~~\nopen to the end\n\n- no list',
  '| a | b |\n|---|:-:|\n| 1 | **2** |\n| 3 | 4 |\n\nText | with a bar\n--|--\n5 | 6\n\nno row',
  'See [the page][1] and [another].\n\nMore text.\n\n> quoted\nlazily\n\n> again\n\nEnd.\n\n[1]: https://a.example/x\n[another]: https://b.example "B"\n\nLast [the page][1].\n\n[1]: https://c.example\n',
  '<div>\nhtml\n\n</div>\n\n<!-- open\n\nstill\n\n-->\n\ntext <b>bold</b>\n\n<pre>\na\n\nb</pre>\n\nend',
  'A\r\n\r\n- one\r\n- two\r\n\r\nB\rC\r\n\r\n    code\r\n\r\nend\r\n',
  '- [ ] open\n- [x] done\n\n\n* other list\n\n  ```\n  code in it\n\n  ```\n\n+ third\n\n\n\nA\\\nB  \nC\n\n***\n\n2. two\n10. ten\n\n   text\n',
  '   \n\n \n\ntext\n \n\ttab\n\n\t- list by tab\n\n 1) x\n\n-\n- a\n\n-\n\n#\n\n##\n\n>\n\n> a\n\n```\n```\n',
]

/** Returns a pseudo-random generator that yields the same numbers in each run. */
const numbers = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

it.each(answers)(
  'console 21: an answer that grows by any pieces has at each moment the blocks of its text: %j',
  (answer) => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const next = numbers(seed)
      const read = blockReader()
      // The first seed feeds the answer character by character, later ones several lines at a time.
      for (let end = 0; end < answer.length; ) {
        end += 1 + Math.floor(next() * (seed - 1) * 4)
        const text = answer.slice(0, end)
        expect(read(text), text).toEqual(blockReader()(text))
      }
    }
  },
)

it('console 21: what is settled is read once, however long the answer grows', () => {
  const read = blockReader()
  const part = 'Some **text** with `code`.\n\n- a\n- b\n\n```ts\nconst a = 1\n```\n\n| a |\n|---|\n| 1 |\n\n'
  let text = ''
  let before: readonly Block[] = []
  for (let count = 0; count < 300; count += 1) {
    text += part
    const blocks = read(text)
    expect(blocks).toHaveLength(4 * (count + 1))
    for (const [index, block] of before.slice(0, -2).entries()) expect(blocks[index]).toBe(block)
    before = blocks
  }
})

it('console 21: another text, as after a question that is asked again, is read from its beginning', () => {
  const read = blockReader()
  read('One\n\nTwo\n\nThree\n\nFour [x]\n\n[x]: https://a.example\n\nFive\n\nSix\n')
  const other = 'Uno\n\nDos [x]\n\nTres\n'
  expect(read(other)).toEqual(blockReader()(other))
})

it('console 21: a link is one as soon as its name is defined, however far below', () => {
  const read = blockReader()
  const above = `See [the page][1].\n\n${'Some text.\n\n'.repeat(50)}`
  const [first] = read(above)
  const [now] = read(`${above}[1]: https://a.example\n`)
  const linksIn = (block: Block | undefined) => JSON.stringify(block).match(/"type":"link"/g)?.length ?? 0
  expect([linksIn(first), linksIn(now)]).toEqual([0, 1])
})

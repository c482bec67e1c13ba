import { expect, test } from 'vitest'
import { heardSeconds } from '../../../src/daemon/counting/heard-seconds.ts'

const srt = (end: string) =>
  `1\n00:00:00,000 --> 00:00:02,000\nhello\n\n2\n00:00:02,000 --> ${end}\nbye --> all\n`
const vtt = 'WEBVTT\n\n00:01.000 --> 59:30.500\nhello\n'

test.each([
  ['speech of a minute', 60, 'a'.repeat(900), 60],
  ['fast speech in Thai letters', 60, 'ก'.repeat(1_500), 60],
  ['what a model makes of a second of noise', 1, 'Thank you for watching! '.repeat(40), 1],
  ['silence', 3_600, '', 3_600],
  ['subtitles that end in time', 4, srt('00:00:04,000'), 4],
  ['a last subtitle that ends after the sound', 4, srt('00:00:30,000'), 4],
  ['a text with an arrow', 5, 'from a --> to b', 5],
])('%s lasts as long as its file says', (_name, measured, transcript, expected) => {
  expect(heardSeconds(measured, transcript)).toBe(expected)
})

test.each([
  ['an hour of text in two seconds', 2, 'a'.repeat(54_000), 3_600],
  ['an hour of Chinese text in two seconds', 2, '字'.repeat(18_000), 3_600],
  ['an hour of SRT in two seconds', 2, srt('01:00:00,500'), 3_600.5],
  ['an hour of VTT in two seconds', 2, vtt, 3_570.5],
])('%s shows that the file lied', (_name, measured, transcript, expected) => {
  expect(heardSeconds(measured, transcript)).toBe(expected)
})

test('a transcript without end is read in no time', () => {
  const endless = ' --> 1'.repeat(2_000_000)
  // CPU time, because a busy machine may interrupt this for long.
  const begun = process.threadCpuUsage()
  heardSeconds(1, endless)
  expect(process.threadCpuUsage(begun).user).toBeLessThan(100_000)
})

import type { Texts } from './errors/reasons.ts'
import type { Language } from './language.ts'
import type { Began } from './workers/words.ts'

/** Returns the message that the terminal shows after a start: the URL of the daemon, and what to do next. */
export function startAnnouncement(
  { address, setupCode, databaseLabel }: Pick<Began, 'address' | 'setupCode' | 'databaseLabel'>,
  /** The command that started the program. */
  program: string,
  language: Language,
): string {
  const setup = `${program} setup --url ${address} --username root --password-stdin`
  const lines: readonly Texts[] = [
    {
      en: `Tollgate listens on ${address} (${databaseLabel.en})`,
      zh: `Tollgate 正在监听 ${address}（${databaseLabel.zh}）`,
    },
    ...(setupCode === undefined
      ? [
          {
            en: `Next: point a client at ${address}/v1, or run: tollgate status`,
            zh: `下一步：将客户端指向 ${address}/v1，或运行：tollgate status`,
          },
        ]
      : [
          {
            en: `Next: open ${address}/setup, or run: ${setup}`,
            zh: `下一步：打开 ${address}/setup，或运行：${setup}`,
          },
          {
            en: `Setting up from another machine asks for this code: ${setupCode}`,
            zh: `从其他机器初始化时需要此代码：${setupCode}`,
          },
        ]),
  ]
  return lines.map((line) => `${line[language]}\n`).join('')
}

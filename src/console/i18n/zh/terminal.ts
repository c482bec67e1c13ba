export const terminal = {
  title: '登录终端',
  question: '允许此终端以 {{username}} 的身份登录？',
  warning: '允许后，它可以执行您能执行的一切操作。仅当您刚刚在本机运行 tollgate login 时才允许。',
  warningElsewhere:
    '允许后，它可以执行您能执行的一切操作。仅当您刚刚亲自运行 tollgate login 时才允许，且不要将代码告诉任何人。',
  allow: '允许',
  refuse: '不允许',
  refused: '未允许该终端登录。您可以关闭此页面。',
  returning: '正在返回终端…',
  paste: '请将此代码粘贴到终端中：',
  code: '终端代码',
  short: '两分钟内有效，只能使用一次。',
  incomplete: '此地址不完整，请重新运行 tollgate login --browser。',
} as const

declare module '../phrases.ts' {
  interface PageCatalogues {
    terminal: typeof terminal
  }
}

export const reset = {
  title: '重置密码',
  lead: '请输入账户的邮箱地址，我们会发送一个用于获取新密码的链接。',
  email: '邮箱',
  emailRequired: '请输入邮箱地址',
  checkRunning: '请稍等几秒，人机验证正在进行',
  submit: '发送链接',
  retryIn: '{{seconds}} 秒后重试',
  sent: '邮件已发送至 {{email}}。如果该邮箱属于某个账户，邮件中的链接 10 分钟内有效。请查看邮箱，也留意垃圾邮件。',
  passwordLoginOff: '管理员关闭了密码登录，新密码也无法用来登录。',
  mailOff: '本站无法发送邮件，因此无法为您发送链接。请联系管理员重置密码。',
  logIn: '返回登录',
  confirm: {
    title: '获取新密码',
    lead: '点击按钮后，{{email}} 的账户会获得一个新密码，所有已登录的设备都会退出。',
    submit: '获取新密码',
    incomplete: '链接不完整。请从邮件中完整打开链接，或重新获取一个。',
    another: '重新获取链接',
    done: '密码已重置',
    password: '新密码',
    copied: '新密码已复制到剪贴板。登录后您可以修改它。',
    notCopied: '无法复制到剪贴板，请手动复制新密码。它只显示这一次。',
    logIn: '登录',
  },
} as const

declare module '../phrases.ts' {
  interface PageCatalogues {
    reset: typeof reset
  }
}

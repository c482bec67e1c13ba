export const login = {
  title: '登录',
  heading: '登录 {{name}}',
  expired: '未登录或登录已过期，请重新登录',
  username: '用户名或邮箱',
  password: '密码',
  submit: '登录',
  bothRequired: '请输入用户名和密码',
  checkRunning: '请稍等几秒后重试，Turnstile 正在检查用户环境',
  passwordLoginOff: '管理员关闭了密码登录。',
  done: '登录成功',
  register: '注册新账户',
  reset: '忘记密码？',
} as const

declare module '../phrases.ts' {
  interface PageCatalogues {
    login: typeof login
  }
}

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
  factory: {
    title: '请修改密码',
    text: '您使用的是出厂默认密码 {{password}}，任何人都能用它登录。请立即修改。',
    new: '新密码',
    newHint: '8 到 20 个字符。',
    confirm: '确认新密码',
    short: '密码长度至少为 8 个字符',
    differ: '两次输入的密码不一致',
    later: '下次登录再说',
    submit: '修改密码',
    done: '密码已修改，其他会话已退出',
  },
} as const

declare module '../phrases.ts' {
  interface PageCatalogues {
    login: typeof login
  }
}

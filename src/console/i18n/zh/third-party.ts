export const thirdParty = {
  or: '或',
  continueWith: {
    github: '使用 GitHub 继续',
    oidc: '使用 OIDC 继续',
    linuxdo: '使用 Linux DO 继续',
    wechat: '使用微信继续',
  },
  signedIn: '登录成功',
  elsewhere: '请在本站的正式地址使用此登录方式：打开 {{address}} 后再登录。',
  name: {
    github: 'GitHub',
    oidc: 'OIDC',
    linuxdo: 'Linux DO',
    wechat: '微信',
    telegram: 'Telegram',
  },
  wechat: {
    title: '微信登录',
    submit: '登录',
    bindTitle: '绑定微信',
    bindSubmit: '绑定',
    picture: '公众号二维码',
    noPicture: '管理员尚未设置二维码，请在微信中搜索本站的公众号。',
    how: '用微信扫描二维码，关注公众号并发送“验证码”，即可收到验证码（3 分钟内有效）。',
    code: '验证码',
    codeRequired: '请输入验证码',
    bound: '微信账户绑定成功',
  },
  telegram: {
    noName: '管理员尚未设置 Telegram 机器人的名称，无法显示登录按钮。',
    missing: '无法加载 Telegram 登录按钮，请检查当前网络能否访问 telegram.org。',
  },
  return: {
    bindHeading: '正在绑定 {{provider}}',
    heading: '正在通过 {{provider}} 登录',
    wait: '请稍候。',
    failed: '操作失败',
    denied: '您在 {{provider}} 拒绝了授权',
  },
  bind: {
    title: '登录方式',
    none: '未绑定',
    off: '本站未开启',
    action: '绑定',
    actionFor: '绑定 {{provider}}',
    done: '{{provider}} 绑定成功',
  },
} as const

declare module '../phrases.ts' {
  interface PageCatalogues {
    thirdParty: typeof thirdParty
  }
}

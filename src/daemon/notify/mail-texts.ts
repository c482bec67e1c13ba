import { CODE_MINUTES } from '../accounts/email-codes.ts'
import { RESET_MINUTES } from '../accounts/reset-tokens.ts'
import type { Language } from '../language.ts'
import type { Mail } from './send-mail.ts'

type MailText = Omit<Mail, 'to'>

/** Returns the email with the code that verifies an address. */
export function codeMail(language: Language, site: string, code: string): MailText {
  if (language === 'en')
    return {
      subject: `${site}: your verification code`,
      text: `Your verification code for ${site} is ${code}.\n\nIt is good for ${CODE_MINUTES} minutes. If you did not ask for it, ignore this mail.\n`,
    }
  return {
    subject: `${site} 邮箱验证码`,
    text: `您在 ${site} 的邮箱验证码是：${code}\n\n验证码 ${CODE_MINUTES} 分钟内有效。如果不是您本人操作，请忽略此邮件。\n`,
  }
}

/** Returns the email sent when somebody tries to sign up with, or bind, an address that already has an account. */
export function accountExistsMail(language: Language, site: string): MailText {
  if (language === 'en')
    return {
      subject: `${site}: you have an account already`,
      text: `Somebody, maybe you, wanted to use this address for an account at ${site}. It belongs to an account already, maybe to one that was closed: sign in to that one, or use another address. If it was not you, ignore this mail.\n`,
    }
  return {
    subject: `${site} 您已有账户`,
    text: `有人（可能是您本人）想在 ${site} 的账户中使用此邮箱。该邮箱已属于一个账户（也可能是已注销的账户），请登录该账户，或改用其他邮箱。如果不是您本人操作，请忽略此邮件。\n`,
  }
}

/** Returns the email that tells the former address of an account that the address was changed. */
export function addressChangedMail(language: Language, site: string, username: string): MailText {
  if (language === 'en')
    return {
      subject: `${site}: your account has another address now`,
      text: `Your account ${username} at ${site} has another email address now. Mail about it, such as links to reset the password, goes there. If it was not you, sign in, change your password and the address, or ask the administrator of ${site}.\n`,
    }
  return {
    subject: `${site} 账户邮箱已更改`,
    text: `您在 ${site} 的账户 ${username} 已改用其他邮箱，此后的邮件（包括重置密码的链接）都会发送到新邮箱。如果不是您本人操作，请尽快登录并修改密码和邮箱，或联系 ${site} 的管理员。\n`,
  }
}

/** Returns the email with the link that replaces a forgotten password. */
export function resetMail(language: Language, site: string, username: string, link: string): MailText {
  if (language === 'en')
    return {
      subject: `${site}: reset your password`,
      text: `Somebody, maybe you, asked for a new password for your account ${username} at ${site}. Open this link to get one:\n\n${link}\n\nIt is good for ${RESET_MINUTES} minutes and works once. If you did not ask for it, ignore this mail: your password stays as it is.\n`,
    }
  return {
    subject: `${site} 重置密码`,
    text: `有人（可能是您本人）为您在 ${site} 的账户 ${username} 申请重置密码。请打开以下链接获取新密码：\n\n${link}\n\n链接 ${RESET_MINUTES} 分钟内有效，只能使用一次。如果不是您本人操作，请忽略此邮件，您的密码不会改变。\n`,
  }
}

/** Returns the email sent when somebody asks to reset a password with an address that has no active account. */
export function noAccountMail(language: Language, site: string): MailText {
  if (language === 'en')
    return {
      subject: `${site}: no account has this address`,
      text: `Somebody, maybe you, asked for a new password at ${site} with this address. No account in use has it; maybe you signed up with another address, or the account was closed. Passwords of administrators are not reset by mail: the super administrator sets a new one, or "tollgate user reset-password" does on the machine. If it was not you, ignore this mail.\n`,
    }
  return {
    subject: `${site} 没有使用此邮箱的账户`,
    text: `有人（可能是您本人）想用此邮箱在 ${site} 重置密码，但没有使用此邮箱的可用账户。您可能是用其他邮箱注册的，或者账户已停用。管理员的密码不能通过邮件重置：请由超级管理员设置，或在服务器上运行 tollgate user reset-password。如果不是您本人操作，请忽略此邮件。\n`,
  }
}

/** Returns the test email that administrators send themselves. */
export function testMail(language: Language, site: string): MailText {
  if (language === 'en')
    return {
      subject: `${site}: mail works`,
      text: `This mail was sent to try the mail settings of ${site}. They work.\n`,
    }
  return { subject: `${site} 邮件测试`, text: `这封邮件用于测试 ${site} 的邮件设置，说明设置可用。\n` }
}

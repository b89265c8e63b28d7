import type { join as english } from "./en.ts";

export const join: typeof english = {
  title: "加入",
  titleOf: "加入 {partner}",
  newPassword: "设置新密码",
  role: "您的角色：{role}。{may}",
  name: "姓名",
  email: "电子邮箱",
  emailText: "用于登录。",
  password: "密码",
  faults: {
    email: "此地址无法使用：地址不完整，或属于另一个账户。",
    password: "此密码太容易被猜到。请至少使用五个不同的字符，且不要使用您的姓名或电子邮件地址。",
  },
  submit: "加入",
  submitPassword: "设置密码",
  ended: {
    title: "此链接已失效",
    text: "链接只能使用一次，且有时间限制。如果您已使用过，请直接登录；否则请让发送者给您一个新链接。",
    signIn: "登录",
    open: "打开控制台",
  },
};

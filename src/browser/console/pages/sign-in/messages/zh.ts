import type { signIn as english } from "./en.ts";

export const signIn: typeof english = {
  title: "登录",
  text: "登录以查看您的付款",
  byPassword: "使用密码登录",
  byKey: "使用 API 密钥登录",
  byPasskey: "使用通行密钥登录",
  email: "电子邮箱",
  password: "密码",
  emailFault: "请输入您的电子邮件地址。",
  passwordFault: "请输入密码。",
  keyFault: "请输入 API 密钥。",
  wrong: "电子邮箱或密码不正确。",
  noAccount: "没有账户或忘记密码？请向所有者或经理索取链接。",
  key: "API 密钥",
  keyText: "合作伙伴密钥，或仅供查看的只读密钥。",
  invalidKey: "此密钥无效或已被吊销。请检查是否已完整复制。",
  walletKey: "钱包密钥不能用于登录。请使用合作伙伴密钥或只读密钥。",
  operator: "运营方使用 {command} 创建密钥。控制台只保留会话，从不保存密钥。",
  reference: "API 参考",
};

// صفحة رابط الدفع بالعربية.
import { plural } from "../message.ts";
import type { PaymentLinkMessages } from "./en.ts";

export const paymentLink: PaymentLinkMessages = {
  title: "الدفع إلى {merchant}",
  errorTitle: "خطأ: {title}",
  again: "يرجى التحقق مما يلي",
  amount: "المبلغ بعملة {currency}",
  amountHint: "من {min} إلى {max}",
  optional: "{label} (اختياري)",
  told: "يحصل {merchant} على ما تُدخله هنا.",
  go: "المتابعة إلى الدفع",
  next: "في الصفحة التالية تختار طريقة الدفع.",
  phone: "فتح هذه الصفحة على هاتفك",
  qr: "رمز QR لهذه الصفحة",
  wrong: {
    amountMissing: "أدخل مبلغًا.",
    amountMalformed: "أدخل المبلغ بالأرقام، مثل {example}.",
    amountTooLow: "أدخل {min} على الأقل.",
    amountTooHigh: "أدخل {max} كحد أقصى.",
    fieldMissing: "{label}: املأ هذا الحقل.",
    fieldMalformed: "{label}: يحتوي النص على رموز غير مرئية. اكتبه من جديد.",
    fieldTooLong: plural({
      zero: "{label}: {count} حرف كحد أقصى.",
      one: "{label}: {count} حرف كحد أقصى.",
      two: "{label}: {count} حرفان كحد أقصى.",
      few: "{label}: {count} أحرف كحد أقصى.",
      many: "{label}: {count} حرفًا كحد أقصى.",
      other: "{label}: {count} حرف كحد أقصى.",
    }),
  },
  closed: {
    disabled: { title: "هذا الرابط معطّل", text: "اسأل {merchant} إن كان الدفع لا يزال ممكنًا." },
    expired: { title: "انتهت صلاحية هذا الرابط", text: "اطلب رابطًا جديدًا من {merchant}." },
    used_up: {
      title: "تم الدفع عبر هذا الرابط",
      text: "تم الدفع بعدد المرات المسموح به. إذا كنت قد دفعت فلا حاجة إلى أي إجراء آخر، وإلا فاطلب رابطًا جديدًا من {merchant}.",
    },
    taken: {
      title: "يدفع آخرون الآن",
      text: "الدفعات الأخيرة لهذا الرابط محجوزة. حاول مرة أخرى بعد بضع دقائق.",
    },
    unavailable: {
      title: "لا يقبل {merchant} الدفع حاليًا",
      text: "حاول لاحقًا أو اسأل {merchant}.",
    },
  },
  unknown: { title: "لم يُعثر على الرابط", text: "تحقق من الرابط، فقد يكون ناقصًا أو محذوفًا." },
};

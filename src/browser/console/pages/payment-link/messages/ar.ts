import type { paymentLink as english } from "./en.ts";

export const paymentLink: typeof english = {
  title: "رابط الدفع",
  enable: "تفعيل",
  disable: "تعطيل",
  remove: {
    button: "حذف",
    question: "هل تريد حذف هذا الرابط؟",
    text: "ستتوقف صفحته ورمز QR الخاص به عن العمل، ولا يمكن التراجع عن ذلك. أما الدفعات التي أنشأها المشترون فتبقى قابلة للدفع.",
    keep: "احتفظ بالرابط",
    confirm: "احذف الرابط",
  },
  page: {
    title: "الصفحة",
    qrCode: "رمز QR للصفحة",
    copy: "انسخ الرابط",
  },
  figures: {
    title: "الأرقام",
    income: "الدخل",
    noIncome: "لا شيء بعد",
    views: "المشاهدات",
    created: "الدفعات المنشأة",
    open: "المفتوحة الآن",
    paid: "المدفوعة",
  },
  settings: {
    title: "الإعدادات",
    amount: "المبلغ",
    merchant: "التاجر",
    uses: "الدفعات",
    noLimit: "بلا حد",
    expires: "ينتهي في",
    never: "لا ينتهي",
    fields: "يطلب من المشتري",
    noFields: "لا شيء",
    reference: "المرجع",
    id: "معرّف الرابط",
    copyId: "انسخ معرّف الرابط",
    created: "أُنشئ في",
  },
};

import { plural } from "../../../../../pages/messages/message.ts";
import type { webhook as english } from "./en.ts";

export const webhook: typeof english = {
  title: "نقطة نهاية Webhook",
  endpoint: "نقطة النهاية",
  added: "أُضيفت في {time}",
  actions: {
    menu: "الإجراءات",
    test: "أرسل اختبارًا",
    testQueued: "أُدرج الحدث الاختباري في قائمة الإرسال",
    replay: "أعد إرسال ما أخفق تسليمه",
    replayQueued: "أُدرج ما أخفق تسليمه خلال آخر {hours} ساعة في قائمة الإرسال",
  },
  edit: {
    item: "تعديل",
    title: "تعديل نقطة النهاية",
    question: "هل تريد حفظ هذه التغييرات؟",
    confirm: "حفظ",
  },
  enable: { item: "تفعيل", question: "هل تريد تفعيلها؟" },
  disable: { item: "تعطيل", question: "هل تريد تعطيلها؟" },
  rotate: {
    item: "استبدال السر",
    question: "هل تريد استبدال السر؟",
    text: "تُوقَّع الأحداث بالسر السابق أيضًا لمدة يوم.",
    confirm: "استبدال",
    secret: "السر الجديد",
    advice: "تُوقَّع الأحداث بكلا السرّين لمدة يوم. استبدل السر السابق على خادمك خلال هذه المدة.",
  },
  remove: {
    item: "حذف",
    question: "هل تريد حذف نقطة النهاية هذه؟",
    text: "لن تتلقى أي أحداث بعد ذلك، وتنتهي عمليات التسليم المعلّقة.",
  },
  deliveries: {
    title: "عمليات التسليم",
    text: "آخر {days} يومًا، الأحدث أولًا",
    status: "الحالة",
    all: "كل عمليات التسليم",
    none: "لا توجد عمليات تسليم",
    noneText: "تظهر الأحداث هنا عند إرسالها إلى نقطة النهاية هذه. أرسل اختبارًا لترى أحدها.",
    attempts: plural({
      zero: "بلا محاولات",
      one: "محاولة واحدة",
      two: "محاولتان",
      few: "{count} محاولات",
      many: "{count} محاولة",
      other: "{count} محاولة",
    }),
    more: "عرض المزيد",
  },
};

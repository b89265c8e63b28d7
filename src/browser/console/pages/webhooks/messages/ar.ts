import { plural } from "../../../../../pages/messages/message.ts";
import type { webhooks as english } from "./en.ts";

export const webhooks: typeof english = {
  text: "نقاط نهاية على خوادمك تتلقى حدثًا عند كل تغيير.",
  endpoints: "نقاط النهاية",
  add: "نقطة نهاية جديدة",
  none: "لا توجد نقاط نهاية بعد",
  noneText:
    "نقطة النهاية عنوان https عام. يرسل إليها Turnpike أحداثًا موقّعة، عند نجاح دفعة مثلًا، ويعيد المحاولة لأيام إن لم تستجب.",
  allEvents: "كل الأحداث",
  ofMerchants: plural({
    zero: "{types} دون أي تاجر",
    one: "{types} لتاجر واحد",
    two: "{types} لتاجرين",
    few: "{types} لـ {count} تجار",
    many: "{types} لـ {count} تاجرًا",
    other: "{types} لـ {count} تاجر",
  }),
  form: {
    urlText: "رابط https عام. وأثناء التطوير، أيضًا رابط على الجهاز نفسه.",
    urlFault: "أدخل عنوان URL يبدأ بـ {start}",
    description: "الوصف",
    eventsText: "دون اختيار: كل الأحداث، بما فيها الأنواع التي تُضاف لاحقًا.",
    merchantsText: "دون اختيار: أحداث جميع التجار.",
  },
  create: {
    question: "هل تريد إضافة نقطة النهاية هذه؟",
    text: "ستتلقى أحداثك: {url}",
    confirm: "أضف نقطة النهاية",
    secret: "سر نقطة النهاية",
    advice: "يحتاج إليه خادمك ليتحقق من أن الحدث صادر من هنا. إذا فقدته، فاستبدل به سرًا جديدًا.",
  },
  state: {
    enabled: "مفعّلة",
    disabled: "معطّلة",
    failed: "عُطّلت بعد إخفاقات",
  },
  disabledText: {
    gone: "عطّلها Turnpike لأنها ردّت بـ ‎410 Gone. فعّلها عندما تصبح جاهزة لقبول الأحداث.",
    failing: "عطّلها Turnpike لأن كل عمليات التسليم أخفقت طوال خمسة أيام. أصلح نقطة النهاية، ثم فعّلها.",
  },
  delivery: {
    pending: "قيد الانتظار",
    succeeded: "سُلّم",
    failed: "أخفق",
  },
};

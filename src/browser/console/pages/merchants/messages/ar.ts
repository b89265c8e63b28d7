import { plural } from "../../../../../pages/messages/message.ts";
import type { merchants as english } from "./en.ts";

export const merchants: typeof english = {
  text: "المتاجر التي تُدفع لها الأموال: الاسم والشعار اللذان يراهما المشترون، ووجهة الأموال.",
  add: "تاجر جديد",
  status: { active: "نشط", inactive: "غير نشط", suspended: "موقوف" },
  search: "ابحث بالاسم أو المعرّف",
  filters: { status: "الحالة", any: "كل الحالات" },
  list: {
    count: plural({
      zero: "لا يوجد تجار",
      one: "تاجر واحد",
      two: "تاجران",
      few: "{count} تجار",
      many: "{count} تاجرًا",
      other: "{count} تاجر",
    }),
    more: "عرض المزيد",
    noEmail: "بلا بريد إلكتروني",
    noMatch: "لا يوجد تجار مطابقون",
    noMatchText: "يشمل البحث الأسماء والمعرّفات. لا يظهر التجار المحذوفون.",
    none: "لا يوجد تجار بعد",
    noneText: "التاجر هو متجر تُدفع له الأموال. أضف تاجرًا، وحدّد وجهة أمواله، ثم استلم أول دفعة.",
  },
  form: {
    name: "الاسم",
    nameText: "يراه المشترون عند الدفع.",
    nameMissing: "أدخل اسمًا.",
    email: "البريد الإلكتروني",
    emailText: "لا يراه المشترون.",
    emailWrong: "أدخل عنوان بريد إلكتروني، مثل shop@example.com.",
    logo: "الشعار",
    newLogo: "شعار جديد",
    logoText:
      "رابط https لصورة مربّعة (JPEG أو PNG أو WebP أو AVIF، من 500 إلى 4096 بكسل، بحجم أقصاه 2 ميغابايت). تُجلب مرة واحدة وتُحفظ.",
    logoWrong: "يجب أن يبدأ الرابط بـ https://‎",
    removeLogo: "إزالة الشعار",
    fetching: "جارٍ جلب الشعار والتحقّق منه…",
    refused: {
      merchantName: "الاسم: {problem}.",
      merchantEmail: "البريد الإلكتروني: {problem}.",
      iconUrl: "الشعار: {problem}.",
    },
  },
  create: {
    confirm: "أضف التاجر",
    added: "أُضيف {name}",
    addedText: "حدّد الآن وجهة أمواله.",
  },
  select: {
    label: "التاجر",
    noMatch: "لا يوجد تجار نشطون مطابقون",
  },
};

// صفحة الدفع بالعربية.
import { buyerData } from "./buyer-data/ar.ts";
import type { Messages } from "./en.ts";
import { plural } from "./message.ts";
import { wallet } from "./wallet/ar.ts";

export const ar: Messages = {
  page: {
    title: "ادفع {amount} إلى {merchant}",
    payTo: "الدفع إلى {merchant}",
    reference: "المرجع",
    testNet: "شبكة تجريبية: لا تُنقل أموال حقيقية.",
    payBy: "ادفع قبل {time}",
    app: "ادفع بتطبيق محفظة",
    appText: "امسح الرمز بمحفظتك، أو افتح الدفعة على هذا الجهاز.",
    qr: "رمز QR لرابط الدفع",
    open: "افتح في تطبيق المحفظة",
    link: "رابط الدفع",
    copy: "انسخ الرابط",
    cancel: "ألغِ الدفع",
    cancelText: "سينهي ذلك الدفعة نهائيًا. وللدفع لاحقًا ستحتاج إلى رابط جديد من {merchant}.",
    cancelNow: "نعم، ألغِ الدفع",
    noScript: "تُحدَّث هذه الصفحة تلقائيًا كل {count} ثانية. للدفع بمحفظة في هذا المتصفح، فعّل JavaScript.",
    language: "اللغة",
    network: "الشبكة",
    paidWith: "وسيلة الدفع",
    transaction: "المعاملة",
    explorer: "اعرضها على {explorer}",
    back: "العودة إلى {merchant}",
    processing: {
      title: "دفعتك في الطريق",
      text: "لقد أتممت ما عليك. ستُظهر هذه الصفحة وصول الدفعة، ويمكنك أيضًا إغلاقها.",
      signed: "تم التأكيد في محفظتك",
      sent: "أُرسلت إلى {network}",
      included: "سُجّلت على {network}",
      confirmations: "{done} من {total} من التأكيدات",
      arrived: "اكتمل الدفع",
    },
    succeeded: {
      title: "اكتمل الدفع",
      text: "لقد دفعت {amount} إلى {merchant}.",
      paidBack: "سجّل {merchant} هذه الدفعة كمُستردّة بتاريخ {date}.",
    },
    failed: {
      title: "فشل الدفع",
      text: "لم يُدفع أي مبلغ. اطلب من {merchant} رابط دفع جديدًا وحاول مرة أخرى.",
      declined: "لا يمكن الدفع من هذا الحساب، ولم يُدفع أي مبلغ. اسأل {merchant} عن طريقة دفع أخرى.",
    },
    expired: {
      title: "انتهى وقت الدفع",
      text: "لم يُدفع أي مبلغ في الوقت المحدد. اطلب من {merchant} رابط دفع جديدًا.",
      sentAnyway: "إذا كنت قد أرسلت مالًا رغم ذلك، فلا ترسله مرة أخرى: أخبر {merchant} فبإمكانه رؤيته.",
    },
    cancelled: {
      title: "أُلغي الدفع",
      byBuyer: "لقد ألغيته ولم يُدفع أي مبلغ. إذا أردت الدفع مع ذلك، فاطلب من {merchant} رابط دفع جديدًا.",
      byMerchant: "ألغاه {merchant} ولم يُدفع أي مبلغ. تواصل معه إن لم تكن تتوقع ذلك.",
    },
    unknown: {
      title: "الدفعة غير موجودة",
      text: "تحقّق من الرابط، فقد يكون ناقصًا. افتحه مجددًا من حيث حصلت عليه، أو اطلب رابطًا جديدًا.",
    },
    nothing: {
      title: "لا يوجد ما يُدفع هنا",
      text: "تُفتح هذه الصفحة برابط دفعة. تحقّق من الرابط الذي أُعطي لك.",
    },
  },
  live: {
    timeLeft: "الوقت المتبقي: {time}",
    minutesLeft: plural({
      zero: "لم يبقَ وقت للدفع",
      one: "بقيت دقيقة واحدة للدفع",
      two: "بقيت دقيقتان للدفع",
      few: "بقيت {count} دقائق للدفع",
      many: "بقيت {count} دقيقة للدفع",
      other: "بقيت {count} دقيقة للدفع",
    }),
    copied: "تم النسخ",
    offline: "لا يوجد اتصال. جارٍ إعادة المحاولة…",
    redirecting: plural({
      zero: "ستعود إلى {merchant} الآن.",
      one: "ستعود إلى {merchant} خلال ثانية واحدة.",
      two: "ستعود إلى {merchant} خلال ثانيتين.",
      few: "ستعود إلى {merchant} خلال {count} ثوانٍ.",
      many: "ستعود إلى {merchant} خلال {count} ثانية.",
      other: "ستعود إلى {merchant} خلال {count} ثانية.",
    }),
    stay: "ابقَ في هذه الصفحة",
  },
  buyerData,
  wallet,
};

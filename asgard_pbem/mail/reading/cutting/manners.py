"""What stands in a letter beside what it says: greetings, closing words, lines that mail programs add. Data only."""

# Programs, services and machines by which a mail program names itself.
PRODUCTS = (
    r"i ?phone|i ?pad|i ?pod|apple watch|android|galaxy|samsung|huawei|honor|xiaomi|redmi|poco|mi phone|oneplus"
    r"|oppo|vivo"
    r"|realme|pixel|nokia|motorola|moto|sony|xperia|lg|htc|blackberry|windows (?:10|11|phone|mail)|lumia"
    r"|playbook|verizon"
    r"|t-mobile|cell(?: ?phone)?|cellular|smart ?phone|mobile(?: ?phone| device)?|mobil\w*|smartphone|handy"
    r"|téléphone|portable"
    r"|tel[eé]fono|telefon\w*|móvil|celular|phone|tablet|handheld|device|телефон\w*|смартфон\w*|айфон\w*|планшет\w*"
    r"|устройств\w*|outlook|hotmail|yahoo|aol|gmail|inbox|proton ?mail|proton|superhuman|mailspring|tutanota"
    r"|tuta|thunderbird"
    r"|mozilla|zoho|edison|spark|blue ?mail|type ?app|aqua ?mail|nine|k-9|fair ?email|mailbird|em client"
    r"|e[mM] ?client|canary"
    r"|airmail|newton|polymail|front|missive|hey|fastmail|airpost|gmx|web\.de|freenet|t-online|1&1|ionos"
    r"|laposte|orange|free"
    r"|sfr|libero|virgilio|tiscali|wp|onet|o2|interia|seznam|mail\.ru|mail ru|яндекс\w*|yandex\w*|rambler|рамблер\w*"
    r"|почт\w+|myтеле\w*|mail(?: for windows(?: 10)?)?|e-?mail|webmail|roundcube|zimbra|horde|squirrelmail"
    r"|evolution|kmail"
    r"|trojit[aá]|claws|mutt|the bat!?|notes|icloud|ipadről|iphone-om\w*|iphone'\w+"
)
# The word for sending, at the beginning of such a line or at its end.
SENT = (
    "sent|securely sent|gesendet|verschickt|geschickt|envoyé|envoyée|expédié|enviado|enviada|inviato|inviata"
    "|verzonden"
    "|verstuurd|skickat|skickades|sänt|sendt|lähetetty|wysłane|wysłano|wysłany|отправлено|отправлена|послано"
    "|надіслано"
    "|відправлено|odesláno|odoslané|trimis|enviat|transmis|elküldve|küldve|gönderildi|gönderilmiş|sent by|написано"
)
# Between the two.
FROM = (
    "from|via|with|using|by|on|von|vom|mit|über|aus|de|depuis|à partir|avec|par|desde|do|da|dal|dalla|con|com"
    "|pelo|vanaf|van"
    "|met|från|fra|med|z|ze|za|s|со|с|из|через|при|від|з|із|pe|cu|des|i|na"
)
# Lines of which the beginning is enough; those in the second group are sentences too, and may end like one.
MOBILE = (
    r"sent (?:from|via|with|using) (?:my|the|mail|outlook|yahoo|gmail|proton|samsung|typeapp|spark|bluemail|a)\b"
    r"|sent from [A-Z][\w.]*$|sent with"
    r"|(?:von mein\w*|von unterwegs|vom) .{1,50}gesendet|gesendet (?:von|mit|vom|über)"
    r"|envoyé (?:de|depuis|à partir|via|avec)|enviado (?:desde|do|de|a partir|con|com|pelo|via)|enviada do"
    r"|inviato (?:da|dal|con)|verzonden (?:vanaf|van|via|met)|verstuurd vanaf"
    r"|skickat från|skickades från|sendt fra|sendt via|lähetetty"
    r"|wysłan[eo] z|отправлено (?:с|из|через)|надіслано (?:з|із|через)"
    r"|odesláno z|odoslané z|iphone'umdan|trimis de pe|enviat des"
    r"|从我的.{1,20}发送|从我的.{1,20}傳送|從我的.{1,20}傳送|发自我的|發自我的|傳送自|iPhoneから送信|.{1,20}から送信"
    r"|나의 .{1,30}에서 보냄|내 .{1,30}에서 보냄"
)
OFFERED = (
    r"get (?:outlook|bluemail|spark|aqua)\b|(?:holen sie sich|laden sie|hol dir) outlook|outlook (?:für|voor|for)\s"
    r"|(?:obtenez|télécharge[rz]|obtenir) outlook|(?:obtener|obtén|descarga|descargar) outlook"
    r"|(?:obter|obtenha|baixe|baixar)(?: o)? outlook|(?:ottieni|scarica) outlook|(?:download|haal) outlook"
    r"|(?:hämta|skaffa) outlook|(?:hent|få) outlook|(?:hanki|lataa) outlook"
    r"|(?:pobierz|uzyskaj)(?: program| aplikację)? outlook|(?:отримати|завантажити|получить) outlook"
    r"|(?:скачать|загрузить|установить) (?:outlook|gmail|почту)|(?:získat|stáhnout) outlook"
    r"|yahoo mail\s?[:–-]|aol mail\s?[:–-]|virus-?free\b|virenfrei\b|без вирусов|sans virus"
    r"|this (?:e-?mail|message) (?:has been checked|was sent (?:from|with|using)) "
    r"|diese (?:e-?mail|nachricht) wurde (?:von (?:avast|mein\w*)|mit|auf viren)"
    r"|это (?:письмо|сообщение) (?:проверено|отправлено с)|do you yahoo|get your own encrypted"
    r"|(?:please )?(?:excuse|pardon|forgive|sorry for|bitte entschuldige\w*|простите|извините)\b.{0,40}"
    r"\b(?:brevity|typos?|spelling|auto-?correct\w*|thumbs|kürze|tippfehler|краткость|опечатк\w+)"
    r"|(?:von|vom) .{1,50}(?:gesendet|verschickt|geschickt)[.!]?$"
)
# Lines that are nothing but a mark: trackers put U+1427 below a letter.
TRACKERS = "ᐧ"
# Closing formulas that begin a hand-written signature; alone on their line.
CLOSINGS = (
    "(?:best|kind|kindest|warm|warmest|with kind|with best|many|my best)? ?regards|(?:viele|liebe|beste|schöne"
    "|herzliche|freundliche)? ?grüße"
    "|(?:mit )?freundlichen grüßen|mfg|cordialement|bien cordialement|bien à vous|salutations|saludos|un saludo"
    "|saludos cordiales"
    "|atenciosamente|cumprimentos|cordiali saluti|distinti saluti|saluti|met vriendelijke groeten?|groeten|mvg"
    "|med venlig hilsen"
    "|venlig hilsen|(?:mange |bedste |de bedste )?hilsn?er?|hilsen|mvh|med vänliga? hälsning(?:ar)?"
    "|vänliga hälsningar|hälsningar"
    "|med vennlig hilsen|vennlig hilsen|ystävällisin terveisin|terveisin|pozdrawiam|z poważaniem|z powazaniem"
    "|serdecznie pozdrawiam"
    "|с уважением|з повагою|s pozdravem"
)
# What stands before a number or an address on a business card.
REACHED = (
    "tel|telephone|phone|mob|mobile|cell|fax|office|direct|t|m|p|f|e|w|e-?mail|mail|web|site|telefon|mobil|telefax|büro"
    "|téléphone|tél|teléfono|móvil|telefono|cellulare|puh|tlf|тел|телефон|моб|мобильный|факс|почта|сайт"
)
# Words of parting that a letter may well end in, so that they stay in what was written; no order, and no press.
PARTINGS = (
    "thanks|thank you|thank you very much|many thanks|thanks a lot|thanks again|thx|ty|cheers|best|all the best"
    "|best wishes"
    "|yours|yours truly|yours sincerely|sincerely|take care|bye|goodbye|see you|see you soon|cu|later|love"
    "|good luck|have fun"
    "|good night|have a nice (?:day|evening|weekend)|danke|danke schön|vielen dank|besten dank|gruß|gruss|grüße"
    "|lg|vg|bg|herzlichst"
    "|tschüss|bis bald|bis dann|viel spaß|viel glück|merci|merci beaucoup|bien à toi|à bientôt|amicalement"
    "|bises|bonne journée"
    "|bonne soirée|a\\+|gracias|muchas gracias|un abrazo|abrazos|hasta luego|hasta pronto|adiós|obrigad[oa]"
    "|abraço|abraços"
    "|até logo|grazie|grazie mille|ciao|a presto|bedankt|dank je|dank u|groetjes|tot ziens|tack|tack så mycket"
    "|hej då|tak|mange tak"
    "|takk|kiitos|terveisin|dziękuję|dzięki|pozdrowienia|do zobaczenia|děkuji|díky|ahoj|спасибо|большое спасибо"
    "|благодарю"
    "|заранее спасибо|с наилучшими пожеланиями|всего доброго|всего хорошего|всего наилучшего|удачи|пока"
    "|до свидания|до встречи"
    "|хорошего дня|хорошего вечера|дякую|щиро дякую|до побачення|бувай"
)
# How letters begin, with excuses too. A name may follow.
GREETINGS = (
    "(?:so |very )?sorry for the (?:delay|wait|late reply|late answer)|sorry for (?:being late|my late reply)"
    "|sorry to keep you waiting|sorry i'm late|apologies for the (?:delay|wait|late reply)"
    "|(?:извините|простите) за (?:задержку|опоздание|ожидание)|(?:извините|простите), что (?:долго|поздно)|"
    "hi|hello|hey|hiya|howdy|yo|dear|greetings|good (?:morning|afternoon|evening|day)|hallo|hi zusammen"
    "|guten (?:tag|morgen|abend)"
    "|moin|moin moin|servus|grüß gott|grüezi|liebe[rs]?|sehr geehrte[rs]?|bonjour|bonsoir|salut|coucou|chère?"
    "|hola|buenos días"
    "|buenas(?: tardes| noches)?|estimad[oa]s?|querid[oa]s?|olá|oi|bom dia|boa (?:tarde|noite)|caro|cara|ciao"
    "|salve|buongiorno"
    "|buonasera|hoi|beste|goede(?:morgen|middag|navond)|goedendag|hej|hejsan|hei|moi|terve|god (?:morgen|dag"
    "|kväll|kveld|aften)"
    "|cześć|dzień dobry|witam|witaj|ahoj|dobrý den|привет|приветствую|здравствуйте|здравствуй|здрасте"
    "|доброе утро|добрый (?:день|вечер)"
    "|доброго (?:дня|времени суток)|всем привет|привет всем|дорог(?:ой|ая|ие)|уважаем(?:ый|ая|ые)|вітаю|привіт"
    "|добрий (?:день|вечір)"
    "|доброго дня"
)

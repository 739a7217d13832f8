import Basics
import Essentials

/// Every dynamic variable by its name without `$`: those of Postman, with values of the form that it documents, and our
/// own. Words come from short lists, sufficient for test data; hosts are names that nobody owns.
extension DynamicValues {
  /// Values from a clock, letters or numbers.
  static let generators: KeyValuePairs<String, @Sendable (DynamicValues) -> String> = [
    "uuid": { $0.uuid() }, "guid": { $0.uuid() }, "randomUUID": { $0.uuid() },
    "isoTimestamp": { ISOTime.text($0.now()) },
    "randomDateRecent": { ISOTime.text($0.now().addingTimeInterval(-Double($0.random(86_400)))) },
    "randomDatePast": { ISOTime.text($0.now().addingTimeInterval(-Double($0.random(31_536_000)))) },
    "randomDateFuture": { ISOTime.text($0.now().addingTimeInterval(Double($0.random(31_536_000)))) },
    "randomPassword": { $0.letters(15, Letters.unmistakable) },
    "randomHexColor": { "#" + $0.letters(6, Letters.hexadecimal) },
    "randomIP": { $0.joined(4, ".") { String($0.random(256)) } },
    "randomIPV6": { $0.joined(8, ":") { $0.letters(4, Letters.hexadecimal) } },
    "randomMACAddress": { $0.joined(6, ":") { $0.letters(2, Letters.hexadecimal) } },
    "randomPort": { String(1024 + $0.random(64_512)) }, "randomPrice": { String($0.random(1000)) + $0.text(".##") },
    "randomUserName": { $0.text("{randomFirstName}").lowercased() + String($0.random(1000)) },
    "randomEmail": { $0.text("{randomFirstName}").lowercased() + "\($0.random(1000))@example.com" },
    "randomExampleEmail": { $0.text("{randomLastName}##@example.com|{randomLastName}##@example.net").lowercased() },
    "randomLatitude": { $0.coordinate(90) }, "randomLongitude": { $0.coordinate(180) },
    "randomBankAccountIban": { $0.bankAccount() },
    "randomBankAccountBic": { $0.letters(4, Letters.latin).uppercased() + $0.text("{randomCountryCode}2X") },
    "randomBitcoin": { $0.text("1|3") + $0.letters(30, Letters.base58) },
  ]

  /// Values of variables that take arguments; `nil` if those are wrong.
  static let functions: KeyValuePairs<String, @Sendable (DynamicValues, _ arguments: String) -> String?> = [
    "timestamp": { $0.moment("timestamp", $1) }, "datetime": { $0.moment("datetime", $1) },
    "localDatetime": { $0.moment("localDatetime", $1) }, "randomInt": { $0.randomInt($1) },
    "randomAlphabetic": { $0.letters($1, Letters.latin + Letters.latin.uppercased()) },
    "randomAlphaNumeric": { $0.letters($1, Letters.latin + Letters.digits) },
    "randomHexadecimal": { $0.letters($1, Letters.hexadecimal, prefix: "0x") },
  ]

  /// Texts separated by `|`, of which one is chosen; `{name}` in it is the value of another name, `#` a digit.
  static let texts: KeyValuePairs<String, String> = [
    "randomBoolean": "false|true",

    // People
    "randomFirstName": "Ada|Bela|Chiara|Dmitri|Elif|Farid|Grace|Hana|Ivo|Jonas|Kofi|Linh|Mara|Noor",
    "randomLastName": "Abe|Bauer|Costa|Dubois|Eriksen|Ferrari|Garcia|Hopper|Ito|Jansen|Kaya|Lovelace",
    "randomFullName": "{randomFirstName} {randomLastName}", "randomNamePrefix": "Mr.|Mrs.|Ms.|Miss|Dr.",
    "randomNameSuffix": "Jr.|Sr.|I|II|III|MD|DDS|PhD",
    "randomJobTitle": "{randomJobDescriptor} {randomJobArea} {randomJobType}",
    "randomJobDescriptor": "Chief|Customer|Direct|Global|Lead|Regional|Senior",
    "randomJobArea": "Accounts|Brand|Data|Operations|Quality|Research|Security",
    "randomJobType": "Analyst|Coordinator|Designer|Engineer|Manager|Planner|Supervisor",

    // Places
    "randomPhoneNumber": "555-###-####", "randomPhoneNumberExt": "##-555-###-####",
    "randomCity": "Athens|Bergen|Cairo|Dakar|Kyoto|Lima|Oslo|Porto|Quito|Riga",
    "randomStreetName": "{randomLastName} Avenue|{randomLastName} Hill|{randomLastName} Road|{randomLastName} Street",
    "randomStreetAddress": "1## {randomStreetName}|4### {randomStreetName}",
    "randomCountry": "Brazil|Chile|Egypt|Ghana|Japan|Kenya|Norway|Portugal|Viet Nam",
    "randomCountryCode": "BR|CL|EG|GH|JP|KE|NO|PT|VN", "randomLocale": "ar|cs|da|de|en|es|fr|hi|it|ja|pt|sw",

    // Shops and companies
    "randomColor": "red|green|blue|violet|amber|teal|grey|white",
    "randomDepartment": "Books|Clothing|Electronics|Garden|Grocery|Music|Sports|Tools|Toys",
    "randomProductName": "{randomProductAdjective} {randomProductMaterial} {randomProduct}",
    "randomProductAdjective": "Elegant|Handmade|Licensed|Practical|Refined|Small|Tasty",
    "randomProductMaterial": "Concrete|Cotton|Granite|Metal|Plastic|Steel|Wooden",
    "randomProduct": "Bike|Chair|Hat|Keyboard|Lamp|Shoes|Table|Towels",
    "randomCompanyName": "{randomLastName} {randomCompanySuffix}", "randomCompanySuffix": "Inc|Group|and Sons|LLC",
    "randomCatchPhrase": "{randomCatchPhraseAdjective} {randomCatchPhraseDescriptor} {randomCatchPhraseNoun}",
    "randomCatchPhraseAdjective": "Adaptive|Balanced|Cloned|Focused|Open-source|Reduced|Versatile",
    "randomCatchPhraseDescriptor": "bilateral|dynamic|global|homogeneous|local|modular|optimal",
    "randomCatchPhraseNoun": "archive|benchmark|core|hub|matrix|policy|software",
    "randomBs": "{randomBsBuzz} {randomBsAdjective} {randomBsNoun}",
    "randomBsAdjective": "compelling|cross-platform|efficient|global|robust|seamless|virtual",
    "randomBsBuzz": "deliver|engage|enhance|leverage|optimize|scale|streamline",
    "randomBsNoun": "channels|communities|markets|platforms|portals|schemas|systems",

    // Money
    "randomBankAccount": "########",
    "randomBankAccountName":
      "Auto Loan Account|Checking Account|Credit Card Account|Home Loan Account|Savings Account",
    "randomCreditCardMask": "####", "randomTransactionType": "deposit|invoice|payment|withdrawal",
    "randomCurrencyCode": "BRL|CHF|EUR|GBP|INR|JPY|KES|NOK|USD",
    "randomCurrencyName": "Euro|Kenyan Shilling|Norwegian Krone|Pound Sterling|Swiss Franc|US Dollar|Yen",
    "randomCurrencySymbol": "$|£|¥|₩|₪|€",

    // Time
    "randomMonth": "January|February|March|April|May|June|July|August|September|October|November|December",
    "randomWeekday": "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday",

    // Networks
    "randomProtocol": "http|https", "randomUrl": "https://{randomDomainName}",
    "randomDomainName": "{randomDomainWord}.example", "randomDomainSuffix": "biz|com|info|name|net|org",
    "randomDomainWord": "{randomWord}",
    "randomUserAgent":
      "Mozilla/5.0 (X11; Linux x86_64; rv:1##.0) Gecko/20100101 Firefox/1##.0|curl/8.#.#|Opera/9.## (Windows NT 6.#)",

    // Files and databases
    "randomSemver": "#.#.#", "randomFileName": "{randomWord}_{randomWord}.{randomFileExt}",
    "randomFileType": "application|audio|chemical|font|image|model|text|video",
    "randomFileExt": "csv|epub|gz|json|mid|ods|pdf|svg|tiff|woff2|xml",
    "randomCommonFileName": "{randomWord}_{randomWord}.{randomCommonFileExt}",
    "randomCommonFileType": "application|audio|image|text|video",
    "randomCommonFileExt": "gif|htm|html|jpg|mp3|mpeg|pdf|png|wav",
    "randomFilePath": "{randomDirectoryPath}/{randomFileName}",
    "randomDirectoryPath": "/bin|/etc|/home/user|/lib|/media|/opt/bin|/tmp|/usr/local/src|/usr/share|/var/log",
    "randomMimeType":
      "application/json|application/pdf|audio/mpeg|font/woff2|image/png|text/csv|text/plain|video/mp4",
    "randomDatabaseColumn": "createdAt|email|group|id|name|status|title|token|updatedAt",
    "randomDatabaseType": "bigint|boolean|date|double|enum|int|point|text|timestamp|varchar",
    "randomDatabaseCollation": "ascii_bin|ascii_general_ci|cp1250_bin|utf8_bin|utf8_general_ci|utf8_unicode_ci",
    "randomDatabaseEngine": "ARCHIVE|BLACKHOLE|CSV|InnoDB|MEMORY|MyISAM",

    // Images
    "randomAvatarImage": "https://images.example/avatars/###.jpg", "randomImageUrl": "https://images.example/640/480",
    "randomAbstractImage": "{randomImageUrl}/abstract", "randomAnimalsImage": "{randomImageUrl}/animals",
    "randomBusinessImage": "{randomImageUrl}/business", "randomCatsImage": "{randomImageUrl}/cats",
    "randomCityImage": "{randomImageUrl}/city", "randomFoodImage": "{randomImageUrl}/food",
    "randomNightlifeImage": "{randomImageUrl}/nightlife", "randomFashionImage": "{randomImageUrl}/fashion",
    "randomPeopleImage": "{randomImageUrl}/people", "randomNatureImage": "{randomImageUrl}/nature",
    "randomSportsImage": "{randomImageUrl}/sports", "randomTransportImage": "{randomImageUrl}/transport",
    "randomImageDataUri":
      "data:image/svg+xml;charset=UTF-8,%3Csvg%20xmlns%3D%22http%3A%2F%2Fwww.w3.org%2F2000%2Fsvg%22%2F%3E",

    // Words
    "randomWord":
      "acorn|bridge|cloud|drift|ember|field|grove|harbor|island|juniper|kettle|lantern|meadow|north|orchard|pebble",
    "randomWords": "{randomWord} {randomWord}|{randomWord} {randomWord} {randomWord}",
    "randomAbbreviation": "AI|CSS|HTTP|JSON|PCI|PNG|RAM|SQL|TCP|XML",
    "randomAdjective": "auxiliary|digital|mobile|multi-byte|neural|online|primary|virtual|wireless",
    "randomNoun": "alarm|array|bus|driver|feed|interface|monitor|protocol|sensor|transmitter",
    "randomVerb": "back up|bypass|compress|connect|copy|index|navigate|parse|program|reboot",
    "randomIngverb": "backing up|bypassing|compressing|connecting|copying|indexing|parsing|programming",
    "randomPhrase":
      "Try to {randomVerb} the {randomAbbreviation} {randomNoun}, maybe it will {randomVerb} the {randomAdjective} "
      + "{randomNoun}!|{randomIngverb} the {randomNoun} won't do anything, we need to {randomVerb} the "
      + "{randomAdjective} {randomAbbreviation} {randomNoun}!",
    "randomLoremWord": "amet|dolor|eos|ipsum|lorem|magna|nisi|quia|sit|tempora|ut|vel",
    "randomLoremWords": "{randomLoremWord} {randomLoremWord} {randomLoremWord}",
    "randomLoremSlug": "{randomLoremWord}-{randomLoremWord}-{randomLoremWord}",
    "randomLoremSentence": "Lorem {randomLoremWords} {randomLoremWords}.",
    "randomLoremSentences":
      "{randomLoremSentence} {randomLoremSentence}|{randomLoremSentence} {randomLoremSentence} {randomLoremSentence}",
    "randomLoremParagraph": "{randomLoremSentences} {randomLoremSentence}",
    "randomLoremParagraphs": "{randomLoremParagraph}\n{randomLoremParagraph}\n{randomLoremParagraph}",
    "randomLoremText": "{randomLoremSentence}|{randomLoremSentences}|{randomLoremParagraph}|{randomLoremLines}",
    "randomLoremLines":
      "{randomLoremSentence}|{randomLoremSentence}\n{randomLoremSentence}|"
      + "{randomLoremSentence}\n{randomLoremSentence}\n{randomLoremSentence}",
  ]

  private enum Letters {
    static let latin = "abcdefghijklmnopqrstuvwxyz"
    static let digits = "0123456789"
    static let hexadecimal = "0123456789abcdef"
    /// Without those that look alike.
    static let unmistakable = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
    static let base58 = unmistakable + "1"
  }
}

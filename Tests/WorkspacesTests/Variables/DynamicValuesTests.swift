import Foundation
import Testing

@testable import Workspaces

@Suite("Dynamic variables") struct DynamicValuesTests {
  /// The names in `lib/superstring/dynamic-variables.js` of postman-collection.
  private static let postman = """
    guid timestamp isoTimestamp randomInt randomPhoneNumber randomPhoneNumberExt randomLocale randomWords
    randomFilePath randomDirectoryPath randomCity randomStreetName randomStreetAddress randomCountry randomCountryCode
    randomLatitude randomLongitude randomColor randomDepartment randomProductName randomProductAdjective
    randomProductMaterial randomProduct randomCompanyName randomCompanySuffix randomCatchPhrase randomBs
    randomCatchPhraseAdjective randomCatchPhraseDescriptor randomCatchPhraseNoun randomBsAdjective randomBsBuzz
    randomBsNoun randomDatabaseColumn randomDatabaseType randomDatabaseCollation randomDatabaseEngine randomDatePast
    randomDateFuture randomDateRecent randomMonth randomWeekday randomBankAccount randomBankAccountName
    randomCreditCardMask randomPrice randomTransactionType randomCurrencyCode randomCurrencyName randomCurrencySymbol
    randomBitcoin randomBankAccountIban randomBankAccountBic randomAbbreviation randomAdjective randomNoun randomVerb
    randomIngverb randomPhrase randomAvatarImage randomImageUrl randomAbstractImage randomAnimalsImage
    randomBusinessImage randomCatsImage randomCityImage randomFoodImage randomNightlifeImage randomFashionImage
    randomPeopleImage randomNatureImage randomSportsImage randomTransportImage randomImageDataUri randomEmail
    randomExampleEmail randomUserName randomProtocol randomUrl randomDomainName randomDomainSuffix randomDomainWord
    randomIP randomIPV6 randomUserAgent randomHexColor randomMACAddress randomPassword randomLoremWord
    randomLoremWords randomLoremSentence randomLoremSlug randomLoremSentences randomLoremParagraph
    randomLoremParagraphs randomLoremText randomLoremLines randomFirstName randomLastName randomFullName
    randomJobTitle randomNamePrefix randomNameSuffix randomJobDescriptor randomJobArea randomJobType randomUUID
    randomBoolean randomWord randomAlphaNumeric randomFileName randomCommonFileName randomMimeType
    randomCommonFileType randomCommonFileExt randomFileType randomFileExt randomSemver
    """.split { $0.isWhitespace }.map(String.init)

  @Test("All dynamic variables of Postman exist, and names are case-sensitive")
  func postman() {
    #expect(Self.postman.count == 118 && Set(Self.postman).isSubset(of: DynamicValues.names))
    #expect(!DynamicValues.knows("randomfirstname") && !DynamicValues.knows("randomFirstName 2"))
  }

  @Test("Every name has one value, complete for the lowest and the highest random numbers, and different ones between")
  func complete() {
    #expect(Set(DynamicValues.names).count == DynamicValues.names.count)
    let dates = { @Sendable in Date(timeIntervalSince1970: 1_700_000_000) }
    let values = [
      DynamicValues.live, DynamicValues(now: dates, random: { _ in 0 }), DynamicValues(now: dates, random: { $0 - 1 }),
    ]
    for name in DynamicValues.names {
      for made in values.map({ $0.value(of: name) ?? "" }) {
        #expect(!made.isEmpty && made.count < 2_000, "\(name)")
        #expect(name == "randomHexColor" || !made.contains { "{}|#".contains($0) }, "\(name): \(made)")
      }
    }
    #expect(values[1].value(of: "randomFullName") == "Ada Abe" && values[2].value(of: "randomWeekday") == "Sunday")
    #expect(values[1].value(of: "randomProductName") == "Elegant Concrete Bike")
  }

  @Test(
    "Values have the form that Postman documents",
    arguments: [
      ("randomPhoneNumber", #"\d{3}-\d{3}-\d{4}"#), ("randomPhoneNumberExt", #"\d\d-\d{3}-\d{3}-\d{4}"#),
      ("randomStreetAddress", #"\d{3,4} \w+ \w+"#), ("randomLatitude", #"-?([0-8]?\d|90)\.\d{4}"#),
      ("randomLongitude", #"-?(1?\d?\d)\.\d{4}"#), ("randomLocale", "[a-z]{2}"), ("randomCountryCode", "[A-Z]{2}"),
      ("randomBankAccount", #"\d{8}"#), ("randomCreditCardMask", #"\d{4}"#), ("randomCurrencyCode", "[A-Z]{3}"),
      ("randomBankAccountBic", "[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}"), ("randomBitcoin", "[13][1-9A-HJ-NP-Za-km-z]{25,33}"),
      ("randomPrice", #"\d{1,3}\.\d\d"#), ("randomExampleEmail", #"\w+@example\.(com|net|org)"#),
      ("randomProtocol", "https?"), ("randomSemver", #"\d\.\d\.\d"#), ("randomFileName", #"\w+\.\w+"#),
      ("randomFilePath", #"(/\w+)+/\w+\.\w+"#), ("randomMimeType", #"\w+/[\w-]+"#),
      ("randomLoremSlug", #"\w+-\w+-\w+"#),
      ("randomNatureImage", "https://.*/nature"), ("randomImageDataUri", "data:image/svg.*"),
      ("randomWords", #"(\w+ ){1,4}\w+"#), ("randomHexColor", "#[0-9a-f]{6}"),
      ("randomLoremLines", #"([^\n]+\n?){1,5}"#),
    ])
  func forms(name: String, pattern: String) throws {
    let form = try Regex(pattern)
    for _ in 0..<50 {
      let made = try #require(DynamicValues.live.value(of: name))
      #expect(made.wholeMatch(of: form) != nil, "\(name): \(made)")
    }
  }

  @Test("A UUID has version 4")
  func uuid() {
    let uuid = DynamicValues.live.value(of: "uuid") ?? ""
    #expect(UUID(uuidString: uuid) != nil && uuid.dropFirst(14).first == "4")
  }

  @Test("The check digits of an IBAN are right")
  func iban() throws {
    for _ in 0..<50 {
      let made = try #require(DynamicValues.live.value(of: "randomBankAccountIban"))
      let digits = made.dropFirst(4) + "1314" + made.dropFirst(2).prefix(2)
      #expect(made.count == 22 && digits.utf8.reduce(0) { ($0 * 10 + Int($1 - 48)) % 97 } == 1, "\(made)")
    }
  }
}

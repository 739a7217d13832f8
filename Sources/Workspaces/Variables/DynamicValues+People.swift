extension DynamicValues {
  /// Names, places and words from short lists: enough for test data.
  func personal(_ name: String) -> String? {
    switch name {
    case "randomFirstName": pick(Self.firstNames)
    case "randomLastName": pick(Self.lastNames)
    case "randomFullName": "\(pick(Self.firstNames)) \(pick(Self.lastNames))"
    case "randomUserName": pick(Self.firstNames).lowercased() + String(random(1000))
    case "randomEmail": "\(pick(Self.firstNames).lowercased())\(random(1000))@example.com"
    case "randomPhoneNumber": "555-\(letters(3, "0123456789"))-\(letters(4, "0123456789"))"
    case "randomCity": pick(Self.cities)
    case "randomCountry": pick(Self.countries.map(\.name))
    case "randomCountryCode": pick(Self.countries.map(\.code))
    case "randomCompanyName": "\(pick(Self.lastNames)) \(pick(["Inc", "Group", "and Sons", "LLC"]))"
    case "randomColor": pick(["red", "green", "blue", "violet", "amber", "teal", "grey", "white"])
    case "randomDomainName": "\(pick(Self.words)).example"
    case "randomUrl": "https://\(pick(Self.words)).example"
    case "randomWord": pick(Self.words)
    case "randomWords": (0..<3).map { _ in pick(Self.words) }.joined(separator: " ")
    case "randomLoremSentence": "Lorem " + (0..<6).map { _ in pick(Self.words) }.joined(separator: " ") + "."
    default: nil
    }
  }

  private func pick(_ list: [String]) -> String {
    let index = Int(random(UInt64(list.count)))
    return list.indices.contains(index) ? list[index] : ""
  }

  private static let firstNames = [
    "Ada", "Bela", "Chiara", "Dmitri", "Elif", "Farid", "Grace", "Hana", "Ivo", "Jonas", "Kofi", "Linh", "Mara", "Noor",
  ]
  private static let lastNames = [
    "Abe", "Bauer", "Costa", "Dubois", "Eriksen", "Ferrari", "Garcia", "Hopper", "Ito", "Jansen", "Kaya", "Lovelace",
  ]
  private static let cities = ["Athens", "Bergen", "Cairo", "Dakar", "Kyoto", "Lima", "Oslo", "Porto", "Quito", "Riga"]
  private static let countries = [
    (name: "Brazil", code: "BR"), (name: "Chile", code: "CL"), (name: "Egypt", code: "EG"), (name: "Ghana", code: "GH"),
    (name: "Japan", code: "JP"), (name: "Kenya", code: "KE"), (name: "Norway", code: "NO"),
    (name: "Portugal", code: "PT"), (name: "Viet Nam", code: "VN"),
  ]
  private static let words = [
    "acorn", "bridge", "cloud", "drift", "ember", "field", "grove", "harbor", "island", "juniper", "kettle", "lantern",
    "meadow", "north", "orchard", "pebble",
  ]
}

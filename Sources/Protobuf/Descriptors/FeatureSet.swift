/// What the syntax or edition of a file, or an option in it, says of how its fields behave.
///
/// https://protobuf.dev/editions/features
struct FeatureSet: WireRecord, Hashable {
  /// `nil` where nothing is said, so that the enclosing scope decides.
  var hasExplicitPresence: Bool?
  var isRequired: Bool?
  var isClosed: Bool?
  var isPacked: Bool?
  var checksText: Bool?
  var isDelimited: Bool?

  mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError) {
    switch field.number {
    case 1:
      hasExplicitPresence = field.int != 2
      isRequired = field.int == 3
    case 2: isClosed = field.int == 2
    case 3: isPacked = field.int == 1
    case 4: checksText = field.int == 2
    case 5: isDelimited = field.int == 2
    default: break
    }
  }

  /// These features, and those of the enclosing scope where these say nothing.
  func inheriting(_ outer: FeatureSet) -> FeatureSet {
    var all = self
    all.hasExplicitPresence = hasExplicitPresence ?? outer.hasExplicitPresence
    all.isRequired = isRequired ?? outer.isRequired
    all.isClosed = isClosed ?? outer.isClosed
    all.isPacked = isPacked ?? outer.isPacked
    all.checksText = checksText ?? outer.checksText
    all.isDelimited = isDelimited ?? outer.isDelimited
    return all
  }

  static let proto2 = FeatureSet(
    hasExplicitPresence: true, isRequired: false, isClosed: true, isPacked: false, checksText: false,
    isDelimited: false)
  static let proto3 = FeatureSet(
    hasExplicitPresence: false, isRequired: false, isClosed: false, isPacked: true, checksText: true,
    isDelimited: false)
  /// Editions 2023 and 2024.
  static let editions = FeatureSet(
    hasExplicitPresence: true, isRequired: false, isClosed: false, isPacked: true, checksText: true,
    isDelimited: false)
}

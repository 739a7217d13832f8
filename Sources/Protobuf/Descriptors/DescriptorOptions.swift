/// The options of descriptors that messages depend on. Each kind of descriptor gives them other numbers.
struct DescriptorOptions: Sendable {
  var features = FeatureSet()
  var isDeprecated = false
  var isMapEntry = false
  var isMessageSet = false
  /// `[packed = …]` of a field; `nil` if it is not given.
  var isPacked: Bool?

  /// The numbers of the options in one kind of descriptor; 0 where it has none.
  struct Numbers: Sendable {
    var features: Int
    var deprecated: Int
    var mapEntry = 0
    var messageSet = 0
    var packed = 0

    static let file = Numbers(features: 50, deprecated: 23)
    static let message = Numbers(features: 12, deprecated: 3, mapEntry: 7, messageSet: 1)
    static let field = Numbers(features: 21, deprecated: 3, packed: 2)
    static let oneof = Numbers(features: 1, deprecated: 0)
    static let enumeration = Numbers(features: 7, deprecated: 3)
    static let enumValue = Numbers(features: 2, deprecated: 1)
    static let service = Numbers(features: 34, deprecated: 33)
    static let method = Numbers(features: 35, deprecated: 33)
  }

  /// Takes the options of `field`; options that stand twice are merged.
  mutating func merge(_ field: WireField, _ numbers: Numbers, _ scope: WireScope) throws(WireError) {
    guard case .bytes(let range) = field.value else { return }
    var reader = WireReader(scope.bytes, range)
    while let option = try reader.next() {
      switch option.value {
      case .groupStart: try reader.skipGroup(option.number, depth: scope.depth)
      case .groupEnd: throw .unexpectedGroupEnd(offset: option.start)
      case .bytes where option.number == numbers.features:
        features = try scope.record(option, FeatureSet.self).inheriting(features)
      case .varint where option.number == numbers.deprecated: isDeprecated = option.bool
      case .varint where option.number == numbers.mapEntry: isMapEntry = option.bool
      case .varint where option.number == numbers.messageSet: isMessageSet = option.bool
      case .varint where option.number == numbers.packed: isPacked = option.bool
      default: break
      }
    }
  }
}

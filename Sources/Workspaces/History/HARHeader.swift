import Basics
import Networking

/// A header in an archive (HAR 1.2): name and value, and a field of our own, as the format allows, for one that is
/// written without the usual blank behind its colon.
extension JSONValue {
  public init(archived header: Header) {
    self = .object([
      "name": .string(header.name), "value": .string(header.value),
      Self.blank: header.omitsBlank ? .bool(false) : nil,
    ])
  }

  /// Whether an archive's header says that it has no blank behind its colon.
  public var archivedWithoutBlank: Bool { self[Self.blank]?.bool == false }

  private static let blank = "_blankAfterColon"
}

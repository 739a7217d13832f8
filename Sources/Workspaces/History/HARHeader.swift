import Basics
package import Networking

/// A header in an archive (HAR 1.2): name and value, and our own member, as the format allows, for a header written
/// without the usual blank after its colon.
extension JSONValue {
  package init(archived header: Header) {
    self = .object([
      "name": .string(header.name), "value": .string(header.value),
      Self.blank: header.omitsBlank ? .bool(false) : nil,
    ])
  }

  /// Whether an archived header has no blank after its colon.
  package var archivedWithoutBlank: Bool { self[Self.blank]?.bool == false }

  private static let blank = "_blankAfterColon"
}

/// A type of messages.
package struct MessageType: Sendable {
  /// One of several fields is set at a time.
  package struct Oneof: Sendable {
    package var name: String
    /// The numbers of its fields.
    package var fields: [Int] = []
    /// Made by the compiler for an `optional` field of proto3.
    package var isSynthetic = false
  }

  /// With the package, without a leading dot.
  package var fullName: String
  /// The path of its file.
  package var file: String
  /// In the order of the file.
  package private(set) var fields: [MessageField] = []
  package var oneofs: [Oneof] = []
  /// The entry of a map: its fields 1 and 2 are key and value.
  package var isMapEntry = false
  /// Written as a set of groups (`message_set_wire_format`).
  package var isMessageSet = false
  package var isExtendable = false
  package var isDeprecated = false
  /// A type that JSON writes in a way of its own.
  package internal(set) var wellKnown: WellKnownType?
  package private(set) var required: [MessageField] = []

  private var numbers: [Int: Int] = [:]
  private var names: [String: Int] = [:]
  private var jsonNames: [String: Int] = [:]

  init(fullName: String, file: String) {
    (self.fullName, self.file) = (fullName, file)
  }

  /// The last part of the name.
  package var name: String { String(fullName.split(separator: ".").last ?? "") }

  package func field(number: Int) -> MessageField? { numbers[number].map { fields[$0] } }

  package func field(named name: String) -> MessageField? { names[name].map { fields[$0] } }

  /// The field that JSON means by a name: the name in JSON, or that of the file.
  package func field(jsonName: String) -> MessageField? {
    jsonNames[jsonName].map { fields[$0] } ?? field(named: jsonName)
  }

  /// - Returns: `false` if the number or the name is taken.
  mutating func add(_ field: MessageField) -> Bool {
    guard numbers[field.number] == nil, names[field.name] == nil else { return false }
    numbers[field.number] = fields.count
    names[field.name] = fields.count
    jsonNames[field.jsonName] = fields.count
    fields.append(field)
    if field.isRequired { required.append(field) }
    return true
  }
}

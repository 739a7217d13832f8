package import Basics

extension ProtobufSchema {
  /// Converts the message to JSON for display. Values that JSON cannot express are approximated and noted, as are
  /// unknown fields.
  /// - Parameter emitsDefaults: true to write fields without presence even if they have their defaults.
  package func readableJSON(
    _ message: DynamicMessage, emitsDefaults: Bool = false
  ) -> (json: JSONValue, notices: [MessageError]) {
    var printer = JSONPrinter(self)
    printer.emitsDefaults = emitsDefaults
    let json = printer.message(message)
    return (json, printer.notices)
  }

  package func message(_ json: JSONValue, as type: Int) throws(MessageError) -> DynamicMessage {
    var parser = JSONMessageParser(self)
    return try parser.message(json, as: type)
  }

  package func message(json text: [UInt8], as type: Int) throws(MessageError) -> DynamicMessage {
    try message(try Self.value(text), as: type)
  }

  package func encode(json text: [UInt8], as type: Int) throws(MessageError) -> [UInt8] {
    try encode(try message(json: text, as: type))
  }

  /// All errors in a JSON text as a message of a type, at most 100.
  package func problems(ofJSON text: [UInt8], as type: Int) -> [MessageError] {
    var parser = JSONMessageParser(self, collects: true)
    do {
      let message = try parser.message(try Self.value(text), as: type)
      if parser.errors.isEmpty { _ = try encode(message) }
      return parser.errors
    } catch {
      return parser.errors + [error]
    }
  }

  private static func value(_ text: [UInt8]) throws(MessageError) -> JSONValue {
    guard String(validating: text, as: UTF8.self) != nil else { throw MessageError(MessagePath(), .invalidText) }
    if let offset = loneSurrogate(text) { throw MessageError(MessagePath(), .loneSurrogate(offset: offset)) }
    do {
      return try JSONValue(parsing: text)
    } catch {
      throw MessageError(MessagePath(), .notJSON(error))
    }
  }

  /// The offset of an escaped half of a surrogate pair without its other half. Parsing would replace it silently.
  private static func loneSurrogate(_ text: [UInt8]) -> Int? {
    var place = 0
    while let escape = text[place...].firstIndex(of: UInt8(ascii: "\\")) {
      let (scalar, length) = JSONString.scalar(escapedAt: escape, in: text)
      if scalar == nil, length > 0 { return escape }
      place = min(escape + max(2, length), text.count)
    }
    return nil
  }
}

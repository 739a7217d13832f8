import Basics

/// A request's file that was read and listed, to be parsed when the request is sent.
package struct RequestSource: Sendable {
  /// Absolute.
  package let path: String
  private let bytes: [UInt8]
  private let schemes: AuthenticationSchemes

  init(path: String, bytes: [UInt8], schemes: AuthenticationSchemes = .builtIn) {
    self.path = path
    self.bytes = bytes
    self.schemes = schemes
  }

  package func file() throws(WorkspaceError) -> RequestFile {
    try RequestFile(path: path, bytes: bytes, schemes: schemes)
  }

  /// Whether the request may need the answer to another one, or set a variable from its own.
  package var mayUseAnswers: Bool {
    bytes.withUnsafeBytes { text in
      Self.contains("set-variable", text) || Self.contains("vars:post-response", text)
        || Self.isInBraces(UInt8(ascii: "|"), text)
    }
  }

  /// Whether the request may ask for something (`{{?label}}`), or need the answer to one that does.
  package var mayAsk: Bool {
    bytes.withUnsafeBytes { text in
      Self.isInBraces(UInt8(ascii: "?"), text) || Self.isInBraces(UInt8(ascii: "|"), text)
    }
  }

  private static func contains(_ word: StaticString, _ text: UnsafeRawBufferPointer) -> Bool {
    word.withUTF8Buffer { ByteSearch.first(UnsafeRawBufferPointer($0), in: text) != nil }
  }

  /// The mark of `{{request | part}}`, or of `{{?label}}`.
  static func isInBraces(_ mark: UInt8, _ text: UnsafeRawBufferPointer) -> Bool {
    var places: [Int] = []
    ByteSearch.append(every: mark, in: text, to: &places)
    // A mark is outside if the one before it was, and nothing opened in between.
    var last = 0
    for place in places {
      if opens(text, between: last, and: place) { return true }
      last = place
    }
    return false
  }

  /// Whether `{{` comes last among what opens or ends a variable.
  private static func opens(_ text: UnsafeRawBufferPointer, between start: Int, and end: Int) -> Bool {
    var index = end - 1
    while index > start {
      switch text[index] {
      case UInt8(ascii: "}"), 0x0A: return false
      case UInt8(ascii: "{") where text[index - 1] == UInt8(ascii: "{"): return true
      default: index -= 1
      }
    }
    return false
  }
}

extension Workspace {
  /// The file of a request, given by its absolute path.
  package func source(at path: String) throws(WorkspaceError) -> RequestSource {
    let bytes = try onDisk { () throws(FileError) in try files.read(path, FileSystem.largestFile) }
    return RequestSource(path: path, bytes: bytes, schemes: schemes)
  }
}

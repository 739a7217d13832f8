extension JavaScriptCore {
  /// Passes the text as a string of the engine to `body`.
  func withString<Result>(_ text: String, _ body: (JSString?) -> Result) -> Result {
    // The engine's function for UTF-8 ends at the first zero.
    let string =
      text.utf8.contains(0)
      ? Array(text.utf16).withUnsafeBufferPointer { stringFromUTF16($0.baseAddress, $0.count) }
      : text.withCString { stringFromUTF8($0) }
    defer { if let string { releaseString(string) } }
    return body(string)
  }

  /// The string of the engine in UTF-8; `nil` if it would be larger than `limit`.
  func utf8(_ string: JSString, limit: Int) -> [UInt8]? {
    // At most three bytes for each of its units: the exact size is known only once it is written.
    let size = largestUTF8Size(string)
    guard size / 3 <= limit else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      let written = buffer.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map { writeUTF8(string, $0, size) } ?? 0
      }
      // The engine counts the zero at the end.
      count = max(0, written - 1)
    }
    return bytes.count <= limit ? bytes : nil
  }
}

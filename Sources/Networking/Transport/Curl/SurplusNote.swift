import Basics

/// How much a server sent beyond its `Content-Length`: libcurl drops it and reports it only in a debug message.
enum SurplusNote {
  private static let opening = Array("excess found".utf8)
  private static let count = Array("excess = ".utf8)
  /// The result for numbers with too many digits.
  private static let most = 1 << 60

  /// The surplus bytes that a debug message reports; `nil` for any other message. The wording varies by version, but
  /// starts with `Excess found` and contains `excess = 36`.
  static func bytes(in text: UnsafeRawBufferPointer) -> Int? {
    guard text.count > opening.count, zip(text, opening).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) else { return nil }
    guard let place = count.withUnsafeBytes({ ByteSearch.first($0, in: text) }) else { return nil }
    var value: Int?
    for byte in text[(place + count.count)...] {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { break }
      let former = value ?? 0
      value = former < most / 10 ? former * 10 + Int(byte & 0x0f) : most
    }
    return value
  }
}

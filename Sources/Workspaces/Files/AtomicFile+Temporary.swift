import Basics

extension AtomicFile {
  private static let (start, end) = (".apus-", ".tmp")

  /// A name for the temporary file. Short, so that a name of 255 bytes leaves room for it.
  static func temporaryName() -> String { start + String(UInt32.random(in: 0...UInt32.max), radix: 36) + end }

  /// Whether `temporaryName` made that name.
  static func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix(start), name.hasSuffix(end) else { return false }
    let number = name.utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count)
    return (1...7).contains(number.count)
      && number.allSatisfy { $0.isASCIIDigit || $0.isASCIILowercase }
  }
}

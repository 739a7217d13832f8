import Basics

/// Scans a URL as browsers do: ignored characters are dropped first, `\` is a slash.
struct StandardURLScanner {
  private var rest: ArraySlice<Unicode.Scalar>

  init(_ text: String) {
    var scalars = Array(text.unicodeScalars)[...]
    while let first = scalars.first, first.value <= 0x20 { scalars.removeFirst() }
    while let last = scalars.last, last.value <= 0x20 { scalars.removeLast() }
    rest = scalars.filter { $0 != "\t" && $0 != "\n" && $0 != "\r" }[...]
  }

  /// Consumes the scheme and its colon; returns it in lower case, `nil` if there is none.
  mutating func takeScheme() -> String? {
    guard let colon = rest.firstIndex(of: ":"), let first = UInt8(exactly: rest[rest.startIndex].value),
      first.isASCIILetter
    else { return nil }
    for scalar in rest[..<colon] {
      guard let byte = UInt8(exactly: scalar.value),
        byte.isASCIIAlphanumeric || "+-.".utf8.contains(byte)
      else { return nil }
    }
    let scheme = String(String.UnicodeScalarView(rest[..<colon])).asciiLowercased
    rest = rest[rest.index(after: colon)...]
    return scheme
  }

  var startsWithTwoSlashes: Bool { rest.count >= 2 && rest.prefix(2).allSatisfy(Self.isSlash) }
  var startsWithQuery: Bool { rest.first == "?" }

  mutating func skipSlashes() { rest = rest.drop(while: Self.isSlash) }

  mutating func takeAuthority() -> ArraySlice<Unicode.Scalar> {
    take { Self.isSlash($0) || $0 == "?" || $0 == "#" }
  }

  mutating func takePath() -> ArraySlice<Unicode.Scalar> { take { $0 == "?" || $0 == "#" } }

  mutating func takeQuery() -> ArraySlice<Unicode.Scalar>? {
    guard rest.first == "?" else { return nil }
    rest.removeFirst()
    return take { $0 == "#" }
  }

  mutating func takeFragment() -> ArraySlice<Unicode.Scalar>? {
    guard rest.first == "#" else { return nil }
    rest.removeFirst()
    return take { _ in false }
  }

  private mutating func take(until isEnd: (Unicode.Scalar) -> Bool) -> ArraySlice<Unicode.Scalar> {
    let end = rest.firstIndex(where: isEnd) ?? rest.endIndex
    defer { rest = rest[end...] }
    return rest[..<end]
  }

  private static func isSlash(_ scalar: Unicode.Scalar) -> Bool { scalar == "/" || scalar == "\\" }

  static func encode(_ scalars: ArraySlice<Unicode.Scalar>, keeping kept: ASCIISet) -> String {
    PercentEncoding.encode(String(String.UnicodeScalarView(scalars)), keepsEscapes: false, keeping: kept.contains)
  }
}

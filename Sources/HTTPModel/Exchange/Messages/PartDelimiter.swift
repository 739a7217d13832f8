/// The line between the parts of a multipart body (RFC 2046, section 5.1.1).
struct PartDelimiter: Sendable {
  enum Meaning { case next, last }

  private let bytes: [UInt8]

  init(_ boundary: String) { bytes = Array("--\(boundary)".utf8) }

  /// `nil` for any other line.
  func read(_ line: UnsafeRawBufferPointer) -> Meaning? {
    guard line.starts(with: bytes) else { return nil }
    var rest = line[bytes.count...]
    let isLast = rest.starts(with: "--".utf8)
    if isLast { rest = rest.dropFirst(2) }
    return rest.allSatisfy(MessageScanner.isBlank) ? isLast ? .last : .next : nil
  }

  /// True if a cut line may be one.
  func begins(with line: [UInt8]) -> Bool { bytes.starts(with: line) || line == bytes + [0x2D] }

  /// The content of a part, without its header fields and the surrounding white space.
  /// - Parameter bytes: the part, which begins with its delimiter or what stands before it.
  func content(of bytes: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    var lines = LineFinder(bytes, endsAtCarriage: false)
    var (place, isInside) = (0, false)
    while let (end, next) = lines.line(at: place) {
      let line = UnsafeRawBufferPointer(rebasing: bytes[place..<end])
      if isInside, line.allSatisfy(MessageScanner.isBlank) { return MessageScanner.trimmed(bytes[next...]) }
      isInside = isInside || read(line) != nil
      place = next
    }
    return bytes[bytes.endIndex...]
  }
}

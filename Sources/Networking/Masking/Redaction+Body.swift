package import Basics

/// Masks whole bodies: secret texts anywhere, and values with secret names in JSON, forms and multipart forms.
extension Redaction {
  /// A range of a body and its replacement.
  struct Edit {
    var range: Range<Int>
    var text: [UInt8]
  }

  /// The body with everything secret masked, whatever its size; `nil` if there is nothing to mask.
  /// - Parameter label: what the message head says about the body.
  /// - Throws: `MaskingError` if the body has a coding that cannot be decoded, or cannot be stored.
  package func masked(body: ByteStore, _ label: ContentLabel) throws(MaskingError) -> ByteStore? {
    guard !isNone, body.count > 0 else { return nil }
    let found = body.withUnsafeBytes { CodedContent.codings(of: $0) }
    let codings = label.codings.isEmpty ? found : label.codings
    if !codings.isEmpty { return try masked(body, codings, label.type) }
    do throws(ByteStoreError) { return try masked(plain: body, label.type) } catch { throw .storage(error) }
  }

  private func masked(_ body: ByteStore, _ codings: [String], _ type: String) throws(MaskingError) -> ByteStore? {
    let limit = Self.largestCompressed
    guard let inner = body.withUnsafeBytes({ CodedContent.decoded($0, codings, limit: limit) }) else {
      guard matcher.isEmpty else { throw .unreadable }
      return nil
    }
    // It stays compressed only if nothing in it needs masking.
    let masked = self.masked(bytes: inner, type: type)
    return masked == inner ? nil : ByteStore(masked)
  }

  private func masked(plain body: ByteStore, _ type: String) throws(ByteStoreError) -> ByteStore? {
    let edits: [Edit] = body.withUnsafeBytes { raw in
      self.edits(in: raw, type: type) { body.releaseResidentMemory(in: $0) }
    }
    guard !edits.isEmpty else { return nil }
    let copy = ByteStore()
    var start = 0
    for edit in edits {
      try copy.append(body, start..<edit.range.lowerBound)
      try copy.append(edit.text)
      start = edit.range.upperBound
    }
    try copy.append(body, start..<body.count)
    copy.finish()
    return copy
  }

  /// A compressed body that expands to more than this is not searched, so it cannot be masked.
  private static let largestCompressed = 64 << 20

  /// The same for a body in memory.
  package func masked(bytes: [UInt8], type: String) -> [UInt8] {
    guard !isNone else { return bytes }
    return bytes.withUnsafeBytes { Self.replacing(self.edits(in: $0, type: type), in: $0) } ?? bytes
  }

  /// The first `limit` bytes of a body, with a secret that goes on beyond them masked, too.
  /// - Parameter bytes: the body up to `reach` bytes beyond the limit, if it has as many.
  func masked(startOf bytes: [UInt8], limit: Int, type: String) -> [UInt8] {
    guard bytes.count > limit else { return masked(bytes: bytes, type: type) }
    guard !isNone else { return Array(bytes.prefix(limit)) }
    return bytes.withUnsafeBytes { raw in
      let edits = self.edits(in: raw, type: type).filter { $0.range.lowerBound < limit }
      let end = max(limit, edits.last?.range.upperBound ?? 0)
      let start = UnsafeRawBufferPointer(rebasing: raw[..<end])
      return Self.replacing(edits, in: start) ?? Array(start)
    }
  }

  /// The length of the longest secret in any of its forms.
  var reach: Int { matcher.isEmpty ? 0 : matcher.longestForm }

  /// The replacements, in order and without overlaps.
  /// - Parameter passed: called with each range that was searched and is not needed for now.
  private func edits(
    in raw: UnsafeRawBufferPointer, type: String, passed: (Range<Int>) -> Void = { _ in }
  ) -> [Edit] {
    let plain = Array(mask.utf8)
    var named = secretValues(in: raw, passed: passed).map { Edit(range: $0, text: quotedMask) }
    let media = MediaType(type)
    if media.essence == "application/x-www-form-urlencoded" {
      named += formValues(in: raw).filter { !$0.isEmpty }.map { Edit(range: $0, text: plain) }
    } else if media.essence.hasPrefix("multipart/"), let boundary = media.parameters["boundary"] {
      named += partValues(in: raw, boundary: boundary).map { Edit(range: $0, text: plain) }
    }
    named.sort { $0.range.lowerBound < $1.range.lowerBound }
    var start = 0
    var texts = matcher.ranges(
      in: raw,
      passed: { place in
        passed(start..<place)
        start = place
      })
    if let format = MessageFormat(media) {
      let pieces = pieces(cutIn: raw, format, passed: passed)
      if !pieces.isEmpty { texts = Self.joined(texts + pieces) }
    }
    let found = texts.map { Edit(range: $0, text: plain) }
    return named.isEmpty ? found : Self.merged(named, found)
  }

  /// Merges overlapping edits; the edit of a value with a secret name wins.
  static func merged(_ named: [Edit], _ found: [Edit]) -> [Edit] {
    if named.isEmpty || found.isEmpty { return named + found }
    var result: [Edit] = []
    var rest = named[...]
    var others = found[...]
    while let next = [rest.first, others.first].compactMap(\.self).min(by: { $0.range.lowerBound < $1.range.lowerBound }
    ) {
      let isNamed = rest.first?.range == next.range
      if isNamed { rest.removeFirst() } else { others.removeFirst() }
      guard let last = result.last, next.range.lowerBound < last.range.upperBound else {
        result.append(next)
        continue
      }
      let whole = last.range.lowerBound..<max(last.range.upperBound, next.range.upperBound)
      result[result.count - 1] = Edit(range: whole, text: isNamed ? next.text : last.text)
    }
    return result
  }

  /// `nil` if there is nothing to replace.
  static func replacing(_ edits: [Edit], in raw: UnsafeRawBufferPointer) -> [UInt8]? {
    guard !edits.isEmpty else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(raw.count)
    var start = 0
    for edit in edits {
      bytes += raw[start..<edit.range.lowerBound]
      bytes += edit.text
      start = edit.range.upperBound
    }
    return bytes + raw[start...]
  }

  /// The values of `a=1&b=2` with secret names.
  func formValues(in raw: UnsafeRawBufferPointer) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = 0
    while start < raw.count {
      let end = raw[start...].firstIndex(of: UInt8(ascii: "&")) ?? raw.count
      if let equals = raw[start..<end].firstIndex(of: UInt8(ascii: "=")), equals - start < 256 {
        let written = String(decoding: raw[start..<equals], as: UTF8.self)
        let name = PercentEncoding.decodedText(written)
        if parameterNames.contains(name.asciiLowercased) { found.append(equals + 1..<end) }
      }
      start = end + 1
    }
    return found
  }

  /// The contents of parts with secret names (RFC 7578).
  private func partValues(in raw: UnsafeRawBufferPointer, boundary: String) -> [Range<Int>] {
    let mark = Array("--\(boundary)".utf8)
    func next(_ sought: [UInt8], from start: Int) -> Int? {
      guard start <= raw.count else { return nil }
      let rest = UnsafeRawBufferPointer(rebasing: raw[start...])
      return sought.withUnsafeBytes { ByteSearch.first($0, in: rest) }.map { start + $0 }
    }
    var found: [Range<Int>] = []
    var start = next(mark, from: 0)
    while let head = start {
      let end = next(mark, from: head + mark.count)
      start = end
      guard let blank = next(Array("\r\n\r\n".utf8), from: head), blank + 4 <= end ?? raw.count else { continue }
      guard blank - head < 64 << 10 else { continue }
      let lines = String(decoding: raw[head..<blank], as: UTF8.self)
      guard let name = Self.partName(lines), parameterNames.contains(name.asciiLowercased) else { continue }
      let stop = end.map { max(blank + 4, $0 - 2) } ?? raw.count
      if stop > blank + 4 { found.append(blank + 4..<stop) }
    }
    return found
  }

  private static func partName(_ head: String) -> String? {
    guard let range = head.utf8.range(ofBytes: " name=\"") else { return nil }
    return String(Substring(head.utf8[range.upperBound...].prefix { $0 != UInt8(ascii: "\"") }))
  }
}

extension ByteStore {
  /// Appends a range of another store, piece by piece.
  fileprivate func append(_ other: ByteStore, _ range: Range<Int>) throws(ByteStoreError) {
    let piece = 8 << 20
    for start in stride(from: range.lowerBound, to: range.upperBound, by: piece) {
      let part = start..<min(start + piece, range.upperBound)
      try append(other.bytes(in: part))
      other.releaseResidentMemory(in: part)
      releaseResidentMemory(in: count - part.count..<count)
    }
  }
}

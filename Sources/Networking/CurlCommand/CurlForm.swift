import Basics

/// A multipart body expressed with `-F` and `--form-string`, if curl then sends the same bytes except for the boundary.
struct CurlForm {
  let terms: [CurlCommand.Term]

  /// `nil` if curl would send a different body: the bytes themselves are needed then.
  init?(_ form: Multipart, contentType: String?, mask: CurlMask) {
    // In any other type curl sends the parts as attachments.
    guard let contentType, Self.withoutBoundary(contentType) == "multipart/form-data", !form.parts.isEmpty else {
      return nil
    }
    var terms: [CurlCommand.Term] = []
    for part in form.parts {
      guard let term = Self.term(part, mask: mask) else { return nil }
      terms.append(term)
    }
    self.terms = terms
  }

  /// curl appends the boundary to any multipart type.
  private static func withoutBoundary(_ type: String) -> String? {
    guard let range = type.utf8.range(ofBytes: "; boundary="), type.utf8.starts(with: "multipart/".utf8),
      !type.utf8[range.upperBound...].contains(UInt8(ascii: ";"))
    else { return nil }
    return String(type[..<range.lowerBound])
  }

  private static func term(_ part: Multipart.Part, mask: CurlMask) -> CurlCommand.Term? {
    guard let part = part.head.map({ part.said(by: $0) }) ?? part, keepsOrder(part) else { return nil }
    // curl ends the name at the first `=`, and omits an empty one.
    guard !part.name.isEmpty, !part.name.utf8.contains(where: { $0 == UInt8(ascii: "=") || $0 == 0 }) else {
      return nil
    }
    switch part.content {
    case .text(let text): return literal(text, part, mask: mask)
    case .data(let bytes):
      return String(validating: bytes, as: UTF8.self).flatMap { literal($0, part, mask: mask) }
    case .file(let path): return file(path, part)
    case .stream: return nil
    }
  }

  /// curl writes the type before all other headers, and its own disposition before that.
  private static func keepsOrder(_ part: Multipart.Part) -> Bool {
    func place(_ name: String) -> Int? { part.headers.fields.lastIndex { $0.name.equalsIgnoringCase(name) } }
    let ownType = place("Content-Type")
    guard let own = place("Content-Disposition") else { return ownType ?? 0 == 0 }
    return own == 0 && ownType == nil && part.sentContentType == nil
  }

  private static func literal(_ text: String, _ part: Multipart.Part, mask: CurlMask) -> CurlCommand.Term? {
    let value = mask.part(named: part.name, text)
    guard !value.utf8.contains(0), value.utf8.count <= CurlBody.longestArgument else { return nil }
    if let name = part.sentFileName {
      // curl guesses a missing type from the name.
      let guess = Multipart.Part("", .file(path: name)).sentContentType
      let isGuessed = guess != nil && guess != "application/octet-stream"
      guard part.sentContentType != nil || part.headers["Content-Type"] != nil || !isGuessed else { return nil }
      let attributes = attributes(part, guessed: nil) + ";filename=\(quoted(name))"
      return CurlCommand.Term("-F", "\(part.name)=\(quoted(value))\(attributes)")
    }
    if part.sentContentType == nil, part.headers.isEmpty {
      return CurlCommand.Term(isSafe(value) ? "-F" : "--form-string", "\(part.name)=\(value)")
    }
    return CurlCommand.Term("-F", "\(part.name)=\(quoted(value))\(attributes(part, guessed: nil))")
  }

  private static func file(_ path: String, _ part: Multipart.Part) -> CurlCommand.Term? {
    guard part.sentContentType != nil || part.headers["Content-Type"] != nil else { return nil }
    let name = CurlBody.fileName(path)
    let word = isSafe(name) && !name.utf8.contains(UInt8(ascii: ",")) ? name : quoted(name)
    guard let fileName = part.sentFileName else {
      return CurlCommand.Term("-F", "\(part.name)=<\(word)\(attributes(part, guessed: nil))")
    }
    var text = attributes(part, guessed: Multipart.Part("", .file(path: path), fileName: fileName).sentContentType)
    if fileName != Multipart.Part("", .file(path: path)).sentFileName { text += ";filename=\(quoted(fileName))" }
    return CurlCommand.Term("-F", "\(part.name)=@\(word)\(text)")
  }

  /// `;type=…;headers=…`, unless curl would choose the same.
  private static func attributes(_ part: Multipart.Part, guessed: String?) -> String {
    var text = ""
    if part.headers["Content-Type"] == nil, let type = part.sentContentType, type != guessed {
      text += isMediaType(type) ? ";type=\(type)" : ";headers=\(quoted("Content-Type: \(type)"))"
    }
    return text + part.headers.fields.map { ";headers=\(quoted($0.line))" }.joined()
  }

  /// Whether `-F` passes the text unchanged: it splits at `;`, trims blanks, and reads files or nested parts.
  private static func isSafe(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return true }
    let blanks = " \t\n\r\u{0B}\u{0C}".utf8
    return !"@<(\")".utf8.contains(first) && !blanks.contains(first) && !blanks.contains(last)
      && !text.utf8.contains(UInt8(ascii: ";"))
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }

  /// `type=` accepts `major/minor` with simple parameters and no surrounding spaces.
  private static func isMediaType(_ type: String) -> Bool {
    func isAllowed(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F && !"\"\\,;".utf8.contains(byte) }
    let parts = type.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard let media = parts.first, media.allSatisfy(isAllowed) else { return false }
    let halves = media.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard halves.count == 2, halves.allSatisfy({ !$0.isEmpty && $0.count < 100 }) else { return false }
    return parts.dropFirst().allSatisfy { parameter in
      let text = parameter.drop { $0 == 0x20 }
      let name = String(decoding: text.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self).lowercased()
      return !text.isEmpty && text.allSatisfy(isAllowed) && !["type", "filename", "headers", "encoder"].contains(name)
    }
  }
}

extension Multipart.Part {
  /// The part whose fields produce these lines; `nil` if none does.
  fileprivate func said(by lines: [String]) -> Multipart.Part? {
    var part = self
    part.head = nil
    part.headers = Headers()
    part.fileName = sentFileName ?? ""
    part.contentType = ""
    let usual = part.headLines
    var rest = lines[...]
    if rest.first == usual.first { rest.removeFirst() }
    let type = "Content-Type: "
    if let line = rest.first, line.utf8.starts(with: type.utf8) {
      part.contentType = String(Substring(line.utf8.dropFirst(type.utf8.count)))
      rest.removeFirst()
    }
    for line in rest {
      guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        line[..<colon].utf8.allSatisfy(\.isToken)
      else { return nil }
      part.headers.fields.append(
        Header(String(line[..<colon]), behindColon: line[line.utf8.index(after: colon)...]))
    }
    return part.headLines == lines ? part : nil
  }
}

extension CurlOptionWriter {
  /// A shell takes about 128 kB in one word; longer text goes through a pipe.
  private static let longestWord = 100_000

  mutating func writeBody(_ body: RequestBody) {
    switch body {
    case .none: break
    case .bytes(let bytes): writeBytes(bytes)
    case .file(let path, _): add("--data-binary", "@" + (path == "-" ? "./-" : path))
    case .sequence(let pieces):
      input = pieces.map { piece in
        switch piece {
        case .bytes(let bytes): .bytes(masked(bytes))
        case .file(let path, _): .file(path)
        }
      }
      add("--data-binary", "@-")
    case .stream(let stream):
      notices.append("the body is made while it is sent: give it to the command on standard input")
      add(stream.count == nil ? "--upload-file" : "--data-binary", stream.count == nil ? "-" : "@-")
    }
  }

  private mutating func writeBytes(_ bytes: [UInt8]) {
    let bytes = masked(bytes)
    guard bytes.count <= Self.longestWord, let text = String(validating: bytes, as: UTF8.self),
      ShellQuoting.isPasteable(text)
    else {
      input = [.bytes(bytes)]
      return add("--data-binary", "@-")
    }
    add("--data-raw", text)
  }

  /// The bytes without the secrets in them, where they are text.
  private func masked(_ bytes: [UInt8]) -> [UInt8] {
    guard !redaction.isNone, let text = String(validating: bytes, as: UTF8.self) else { return bytes }
    let isForm = Self.looksLikeForm(text)
    return Array(redaction.masked(text: isForm ? redaction.masked(form: text) : text).utf8)
  }

  private static func looksLikeForm(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "="))
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && !"{}<>\"".utf8.contains($0) }
  }

  /// One `--form` per part, or `nil` when curl's notation cannot say them, or would choose another content type.
  func formOptions(_ form: Multipart, contentType: String?) -> [[String]]? {
    guard let contentType, contentType.asciiLowercased.hasPrefix("multipart/form-data; boundary=") else { return nil }
    var options: [[String]] = []
    for part in form.parts {
      guard let option = formOption(part) else { return nil }
      options.append(option)
    }
    return options
  }

  private func formOption(_ part: Multipart.Part) -> [String]? {
    guard !part.name.isEmpty, !part.name.utf8.contains(UInt8(ascii: "=")), ShellQuoting.isPasteable(part.name) else {
      return nil
    }
    var value: String
    switch part.content {
    case .text(let text):
      guard ShellQuoting.isPasteable(text), text.utf8.count <= Self.longestWord else { return nil }
      let isSecret = redaction.parameterNames.contains(part.name.asciiLowercased)
      let shown = isSecret ? redaction.mask : redaction.masked(text: text)
      if part.sentContentType == nil, part.sentFileName == nil, part.headers.isEmpty {
        // `-F` reads `@`, `<`, quotes and `;` as its own, and drops blanks at the ends.
        let isPlain =
          !"@<\"".utf8.contains(shown.utf8.first ?? 0) && !shown.utf8.contains(UInt8(ascii: ";"))
          && shown.trimmingWhitespace == shown
        return [isPlain ? "-F" : "--form-string", "\(part.name)=\(shown)"]
      }
      value = Self.quoted(shown)
    case .file(let path):
      guard ShellQuoting.isPasteable(path) else { return nil }
      value = "@" + Self.quoted(path == "-" ? "./-" : path)
    case .data, .stream: return nil
    }
    guard part.headers.isEmpty else { return nil }
    let isFile = if case .file = part.content { true } else { false }
    if let type = part.sentContentType {
      guard !type.utf8.contains(where: { ";,\"".utf8.contains($0) }) else { return nil }
      value += ";type=" + type
    } else if isFile {
      return nil
    }
    if let name = part.sentFileName {
      guard ShellQuoting.isPasteable(name) else { return nil }
      value += ";filename=" + Self.quoted(name)
    } else if isFile {
      return nil
    }
    return ["-F", "\(part.name)=\(value)"]
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}

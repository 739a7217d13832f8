import Networking
import Workspaces

/// Collects what `-F` and `--form-string` give into parts; `-F 'name=(…'` opens a part that holds parts, `-F '=)'`
/// closes it.
struct CurlFormReader {
  /// A part, and the headers that a saved one cannot hold.
  struct Part {
    var part: FormPart
    var headers = Headers()
    /// `;encoder=`, where it changes bytes.
    var encoding: PartEncoding?
  }

  /// How the parts of the whole form are disposed.
  enum Disposition {
    /// As fields of a form.
    case fields
    /// As the parts of any other multipart type.
    case attachments
  }

  /// A part that holds parts, while it is open.
  private struct Open {
    var outer: Part
    var parts: [Part] = []
  }

  static func isUsed(by operation: CurlOperation) -> Bool {
    operation.settings.contains { $0.option.name == "form" || $0.option.name == "form-string" }
  }

  static func parts(
    _ operation: CurlOperation, as disposition: Disposition, input: CurlInput, notices: inout [ImportNotice]
  ) -> [Part] {
    var reader = CurlFormReader(
      input: input, disposition: disposition, escapesNames: operation.isOn("form-escape"))
    for setting in operation.settings where setting.option.name == "form" || setting.option.name == "form-string" {
      reader.read(setting, notices: &notices)
    }
    while !reader.open.isEmpty { reader.close(notices: &notices) }
    return reader.parts
  }

  private let input: CurlInput
  private let disposition: Disposition
  private let escapesNames: Bool
  private var parts: [Part] = []
  private var open: [Open] = []

  private init(input: CurlInput, disposition: Disposition, escapesNames: Bool) {
    self.input = input
    self.disposition = disposition
    self.escapesNames = escapesNames
  }

  private mutating func read(_ setting: CurlOperation.Setting, notices: inout [ImportNotice]) {
    guard let equals = setting.value.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      notices.append(ImportNotice(.error, line: setting.line, "-F takes name=content, not \(setting.value)"))
      return
    }
    let name = String(setting.value[..<equals])
    let content = String(setting.value[setting.value.utf8.index(after: equals)...])
    if setting.option.name == "form-string" {
      add(Part(part: FormPart(name, .text(content))))
    } else if name.isEmpty, content == ")" {
      close(notices: &notices)
    } else {
      var reader = CurlPartReader(content, line: setting.line)
      let read = reader.parts(named: name, input: input, notices: &notices)
      if content.utf8.first == UInt8(ascii: "("), let outer = read.first {
        open.append(Open(outer: outer))
      } else if read.count > 1 {
        addFiles(read, named: name, line: setting.line, notices: &notices)
      } else {
        for part in read { add(part) }
      }
    }
  }

  private mutating func add(_ part: Part) {
    var part = part
    guard open.isEmpty else { return open[open.count - 1].parts.append(part) }
    if let written = writtenDisposition(of: part), part.headers["Content-Disposition"] == nil {
      part.headers.fields.insert(Header("Content-Disposition", written), at: 0)
    }
    parts.append(part)
  }

  /// Where curl writes another Content-Disposition than we do: without a name it writes none at all, in other types than
  /// a form's each part is an attachment, and `--form-escape` puts backslashes.
  private func writtenDisposition(of part: Part) -> String? {
    let file = part.part.sentFileName.flatMap { $0.isEmpty ? nil : $0 }
    let texts = [part.part.name, file ?? ""]
    let isEscaped = escapesNames && texts.contains { $0.utf8.contains { "\"\\".utf8.contains($0) } }
    guard part.part.name.isEmpty || isEscaped || disposition == .attachments else { return nil }
    var written = disposition == .attachments ? "attachment" : "form-data"
    func quoted(_ text: String) -> String { escapesNames ? Self.escaped(text) : CurlNestedForm.quoted(text) }
    if !part.part.name.isEmpty { written += "; name=\"\(quoted(part.part.name))\"" }
    if let file { written += "; filename=\"\(quoted(file))\"" }
    return written
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// Several files behind one name: a part that holds them.
  private mutating func addFiles(_ files: [Part], named name: String, line: Int, notices: inout [ImportNotice]) {
    let areKnown = files.allSatisfy { part in
      guard case .files(let paths) = part.part.content, let path = paths.first else { return true }
      return input.read(input.content(of: path, isDotInput: false)).flatMap { String(validating: $0, as: UTF8.self) }
        != nil
    }
    guard areKnown else {
      notices.append(
        ImportNotice(
          .warning, line: line, "curl puts the files of \(name) into one part: each is sent as one of its own"))
      for part in files { add(part) }
      return
    }
    open.append(Open(outer: Part(part: FormPart(name))))
    for var part in files {
      part.part.name = ""
      add(part)
    }
    close(notices: &notices)
  }

  /// The innermost part that holds parts becomes one with their text.
  private mutating func close(notices: inout [ImportNotice]) {
    guard let last = open.popLast() else { return }
    var outer = last.outer
    let form = CurlNestedForm(type: outer.part.contentType, parts: last.parts, input: input, notices: &notices)
    outer.part.content = .text(form.text)
    outer.part.contentType = form.contentType
    let isCounted = last.parts.allSatisfy { $0.encoding == nil || $0.encoding?.encoder == .base64 }
    if !isCounted { outer.encoding = PartEncoding(encoder: .uncounted) }
    add(outer)
  }
}

extension FormPart {
  /// The name that is sent for a file.
  var sentFileName: String? {
    if let fileName { return fileName }
    guard case .files(let paths) = content, let path = paths.first else { return nil }
    return path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
  }
}

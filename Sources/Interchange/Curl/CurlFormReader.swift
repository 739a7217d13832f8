import Networking
import Workspaces

/// Collects what `-F` and `--form-string` give into parts; `-F 'name=(…'` opens a part that holds parts, `-F '=)'`
/// closes it.
struct CurlFormReader {
  /// A part, and the headers that a saved one cannot hold.
  struct Part {
    var part: FormPart
    var headers = Headers()
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
    _ operation: CurlOperation, input: CurlInput, notices: inout [ImportNotice]
  ) -> [Part] {
    var reader = CurlFormReader(input: input)
    for setting in operation.settings where setting.option.name == "form" || setting.option.name == "form-string" {
      reader.read(setting, notices: &notices)
    }
    while !reader.open.isEmpty { reader.close(notices: &notices) }
    return reader.parts
  }

  private let input: CurlInput
  private var parts: [Part] = []
  private var open: [Open] = []

  private init(input: CurlInput) {
    self.input = input
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
      if content.hasPrefix("("), let outer = read.first {
        open.append(Open(outer: outer))
      } else {
        for part in read { add(part) }
      }
    }
  }

  private mutating func add(_ part: Part) {
    var part = part
    // Without a name curl writes none at all, where others write an empty one.
    if open.isEmpty, part.part.name.isEmpty {
      var disposition = "form-data"
      if let name = part.part.sentFileName, !name.isEmpty { disposition += "; filename=\"\(name)\"" }
      part.headers.fields.insert(Header("Content-Disposition", disposition), at: 0)
    }
    if open.isEmpty { parts.append(part) } else { open[open.count - 1].parts.append(part) }
  }

  /// The innermost part that holds parts becomes one with their text.
  private mutating func close(notices: inout [ImportNotice]) {
    guard let last = open.popLast() else { return }
    var outer = last.outer
    let form = CurlNestedForm(type: outer.part.contentType, parts: last.parts, input: input, notices: &notices)
    outer.part.content = .text(form.text)
    outer.part.contentType = form.contentType
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

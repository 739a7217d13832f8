import Networking
import Workspaces

/// Collects the parts given by `-F` and `--form-string`; `-F 'name=(…'` opens a nested multipart, `-F '=)'` closes it.
struct CurlFormReader {
  static func isUsed(by operation: CurlOperation) -> Bool {
    operation.settings.contains { $0.option.name == "form" || $0.option.name == "form-string" }
  }

  static func parts(
    _ operation: CurlOperation, input: CurlInput, notices: inout [ImportNotice]
  ) -> [CurlMimePart] {
    var reader = CurlFormReader(input: input)
    for setting in operation.settings where setting.option.name == "form" || setting.option.name == "form-string" {
      reader.read(setting, notices: &notices)
    }
    while !reader.open.isEmpty { reader.close() }
    return reader.parts
  }

  private let input: CurlInput
  private var parts: [CurlMimePart] = []
  /// The open multiparts, with their parts so far.
  private var open: [(outer: CurlMimePart, parts: [CurlMimePart])] = []

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
      add(CurlMimePart(name: name, content: .text(content), line: setting.line))
    } else if name.isEmpty, content == ")" {
      if open.isEmpty {
        notices.append(ImportNotice(.error, line: setting.line, "-F '=)' closes a part that was not opened"))
      }
      close()
    } else {
      read(content, named: name, line: setting.line, notices: &notices)
    }
  }

  private mutating func read(_ content: String, named name: String, line: Int, notices: inout [ImportNotice]) {
    var reader = CurlPartReader(content, line: line, input: input)
    let read = reader.parts()
    notices += reader.notices
    if read.count > 1 {
      return add(CurlMimePart(name: name, content: .parts(read), line: line, isFileList: true))
    }
    guard var part = read.first else { return }
    part.name = name
    if case .parts = part.content { open.append((part, [])) } else { add(part) }
  }

  private mutating func add(_ part: CurlMimePart) {
    if open.isEmpty { parts.append(part) } else { open[open.count - 1].parts.append(part) }
  }

  /// Closes the innermost multipart.
  private mutating func close() {
    guard let last = open.popLast() else { return }
    var outer = last.outer
    outer.content = .parts(last.parts)
    add(outer)
  }
}

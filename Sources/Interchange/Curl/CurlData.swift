import Basics
import Workspaces

/// The combined value of `-d` and related options: one text, its parts joined by `&`, with files read.
struct CurlData {
  private static let options = ["data", "data-ascii", "data-raw", "data-binary", "data-urlencode", "json"]

  /// The data with variables as `{{NAME}}`; `nil` if there is none or it is not text.
  private(set) var text: String?
  /// The data, if it is not text.
  private(set) var bytes: [UInt8]?
  /// The only file of the data, if it is sent unchanged.
  private(set) var wholeFile: String?
  private(set) var count = 0

  private let input: CurlInput

  static func isUsed(by operation: CurlOperation) -> Bool {
    operation.settings.contains { options.contains($0.option.name) }
  }

  init(_ operation: CurlOperation, input: CurlInput, notices: inout [ImportNotice]) {
    self.input = input
    let settings = operation.settings.filter { Self.options.contains($0.option.name) }
    guard !settings.isEmpty else { return }
    if settings.count == 1, !operation.isOn("get"), let path = Self.wholeFile(settings[0], input) {
      // A file that cannot be read is kept unchanged; only `-d @FILE` would remove its line ends.
      wholeFile = path
      text = nil
      return
    }
    var all: [UInt8] = []
    for (index, setting) in settings.enumerated() {
      if index > 0, setting.option.name != "json" { all.append(UInt8(ascii: "&")) }
      all += Self.piece(setting, input: input, notices: &notices)
    }
    count = all.count
    if let text = String(validating: all, as: UTF8.self), !all.contains(0) { self.text = text } else { bytes = all }
  }

  /// `--data-binary @FILE`, or `-d @FILE` if the file cannot be read or has nothing that `-d` removes.
  private static func wholeFile(_ setting: CurlOperation.Setting, _ input: CurlInput) -> String? {
    let name = setting.option.name
    guard name != "data-raw", name != "data-urlencode", setting.value.hasPrefix("@") else { return nil }
    let content = input.content(of: String(setting.value.dropFirst()))
    guard case .file(let path) = content else { return nil }
    // curl sends nothing for a missing file.
    if name == "data-binary" || name == "json" { return input.isHere && input.read(content) == nil ? nil : path }
    guard let bytes = input.read(content) else { return input.isHere ? nil : path }
    return bytes.contains(where: isStripped) ? nil : path
  }

  private static func isStripped(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0 }

  private static func piece(
    _ setting: CurlOperation.Setting, input: CurlInput, notices: inout [ImportNotice]
  ) -> [UInt8] {
    let value = setting.value
    switch setting.option.name {
    case "data-raw": return Array(value.utf8)
    case "data-urlencode": return urlEncoded(value, input: input, line: setting.line, notices: &notices)
    default:
      guard value.hasPrefix("@") else { return Array(value.utf8) }
      let name = String(value.dropFirst())
      let strips = setting.option.name == "data" || setting.option.name == "data-ascii"
      return modelText(of: name, strips: strips, input: input, line: setting.line, notices: &notices)
    }
  }

  /// The bytes of a file that curl joins to one line: all but CR, LF and NUL. Before version 8.7 it read at most 255
  /// bytes of a line at a time, and each only up to the first of these.
  static func oneLine(_ bytes: [UInt8], input: CurlInput) -> [UInt8] {
    guard input.readsAsBefore87 else { return bytes.filter { !isStripped($0) } }
    var kept: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      var piece = rest.prefix(255)
      if let end = piece.firstIndex(of: 0x0A) { piece = piece[...end] }
      kept += piece.prefix { !isStripped($0) }
      rest = rest[piece.endIndex...]
    }
    return kept
  }

  private static func oneLine(
    _ bytes: [UInt8], of name: String, input: CurlInput, line: Int, notices: inout [ImportNotice]
  ) -> [UInt8] {
    let kept = oneLine(bytes, input: input)
    if kept.count < bytes.count(where: { !isStripped($0) }) {
      notices.append(
        ImportNotice(
          .warning, line: line,
          "\(name) is cut: curl before 8.7 drops the rest of a line after a CR or NUL; use --data-binary"))
    }
    return kept
  }

  /// The content of a file for the model, in which `{{` starts a variable.
  private static func modelText(
    of name: String, strips: Bool = false, input: CurlInput, line: Int, notices: inout [ImportNotice]
  ) -> [UInt8] {
    let content = input.content(of: name)
    guard var bytes = input.read(content) else {
      let what = if case .unknown(let text) = content { text } else { "the file \(name)" }
      notices.append(ImportNotice(.warning, line: line, "a part of the body is \(what): it is left out"))
      return []
    }
    if strips { bytes = oneLine(bytes, of: name, input: input, line: line, notices: &notices) }
    // The text of a script uses the model's variables already.
    if case .bytes = content, input.hasSource { return bytes }
    return String(validating: bytes, as: UTF8.self).map { Array(TemplateBraces.escaping($0).utf8) } ?? bytes
  }

  /// `content`, `=content`, `name=content`, `@file`, `name@file`: the content is encoded, the name is not.
  static func urlEncoded(
    _ value: String, input: CurlInput, line: Int, notices: inout [ImportNotice]
  ) -> [UInt8] {
    let mark = value.utf8.firstIndex(of: UInt8(ascii: "=")) ?? value.utf8.firstIndex(of: UInt8(ascii: "@"))
    guard let mark else { return Array(FormEncoding.encode(value).utf8) }
    let name = String(value[..<mark])
    let rest = String(value[value.utf8.index(after: mark)...])
    var content = Array(rest.utf8)
    if value.utf8[mark] == UInt8(ascii: "@") {
      content = modelText(of: rest, input: input, line: line, notices: &notices)
      // For empty content curl sends nothing, not even the name.
      if content.isEmpty, input.isHere { return [] }
    }
    let encoded = FormEncoding.encode(content)
    return Array((name.isEmpty ? encoded : "\(name)=\(encoded)").utf8)
  }

  func urlEncoded(_ value: String, notices: inout [ImportNotice]) -> String {
    String(decoding: Self.urlEncoded(value, input: input, line: 1, notices: &notices), as: UTF8.self)
  }
}
